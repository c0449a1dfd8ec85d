/** What a profile of V8 says: time by the module that spent it. */

export interface Profile {
  readonly nodes: readonly {
    readonly id: number
    readonly callFrame: { readonly functionName: string; readonly url: string }
  }[]
  /** Microseconds of the clock that `process.hrtime` reads too. */
  readonly startTime: number
  readonly samples: readonly number[]
  /** Microseconds since the sample before. */
  readonly timeDeltas: readonly number[]
}

/** What V8 calls the time in which it waits. */
const WAITING = new Set(['(idle)', '(root)'])

/** A file of ours by its path, a package by its name, a part of the engine by its own. */
export function moduleOf({ functionName, url }: { functionName: string; url: string }): string {
  const packaged = /node_modules\/(@[^/]+\/[^/]+|[^/]+)\/(?!.*node_modules)/.exec(url)
  if (packaged?.[1] !== undefined) return packaged[1]
  if (url.startsWith('node:')) return url
  if (url === '') return functionName.startsWith('(') ? functionName : `native: ${functionName}`
  return /\/((?:server|sdk|bench|trial)\/.*)$/.exec(url)?.[1] ?? url
}

/** Milliseconds by module from a moment on, without waiting: a process that starts does much that it never does again. */
export function selfTimes({ nodes, startTime, samples, timeDeltas }: Profile, since: number): Map<string, number> {
  const modules = new Map(
    nodes.flatMap(({ id, callFrame }) =>
      WAITING.has(callFrame.functionName) ? [] : [[id, moduleOf(callFrame)] as const],
    ),
  )
  const times = new Map<string, number>()
  let at = startTime
  for (const [index, id] of samples.entries()) {
    at += timeDeltas[index] ?? 0
    const name = modules.get(id)
    if (name !== undefined && at >= since) times.set(name, (times.get(name) ?? 0) + (timeDeltas[index] ?? 0) / 1_000)
  }
  return times
}

export function busyTime(profile: Profile, since: number): number {
  return [...selfTimes(profile, since).values()].reduce((sum, ms) => sum + ms, 0)
}
