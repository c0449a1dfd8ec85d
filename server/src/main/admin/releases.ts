/**
 * Releases side by side. The engine sends new work to the release that registered last; work that has begun stays with
 * the one it began with. An old release may be stopped once nothing is left with it, and not before.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import type { Release, RestateEngine } from '../../adapters/restate.ts'
import { loadConfig } from '../config.ts'
import { engineOf } from '../stores.ts'
import { table } from './output.ts'

const LOOK_EVERY_MS = 500

/** Waits until nothing is left with any release but the latest, and has the engine forget those. */
export async function drainReleases(
  engine: Pick<RestateEngine, 'releases' | 'unregister'>,
  timeoutMs: number,
): Promise<{ forgotten: Release[]; busy: Release[] }> {
  const end = Date.now() + timeoutMs
  for (;;) {
    const older = (await engine.releases()).filter(({ isLatest }) => !isLatest)
    const busy = older.filter(({ underWay }) => underWay > 0)
    if (busy.length > 0 && Date.now() < end) {
      await sleep(LOOK_EVERY_MS)
      continue
    }
    const forgotten = older.filter(({ underWay }) => underWay === 0)
    for (const { id } of forgotten) await engine.unregister(id)
    return { forgotten, busy }
  }
}

async function withEngine<T>(work: (engine: RestateEngine) => Promise<T>): Promise<T> {
  const engine = engineOf(loadConfig())
  try {
    return await work(engine)
  } finally {
    await engine.close()
  }
}

export function addReleaseCommands(program: Command, show: (value: unknown, words: string) => void): void {
  const releases = program.command('releases').description('releases of the worker that the engine knows')
  releases.command('list').action(async () => {
    const rows = await withEngine((engine) => engine.releases())
    show(
      rows,
      table(
        ['id', 'address', 'registered', 'new work', 'under way'],
        rows.map((row) => [
          row.id,
          row.uri,
          row.registeredAt.toISOString(),
          row.isLatest ? 'yes' : 'no',
          String(row.underWay),
        ]),
      ),
    )
  })
  releases
    .command('drain')
    .description('wait until older releases have nothing left to do, and have the engine forget them')
    .option('--timeout <seconds>', 'how long to wait', '600')
    .action(async (options: { timeout: string }) => {
      const { forgotten, busy } = await withEngine((engine) => drainReleases(engine, Number(options.timeout) * 1000))
      const left = busy.map(({ uri, underWay }) => `${underWay} pieces of work are still with ${uri}: do not stop it.`)
      const gone = forgotten.map(({ uri }) => `Nothing is left with ${uri}: it may be stopped.`)
      show({ forgotten, busy }, [...gone, ...left].join('\n') || 'There is one release only.')
      process.exitCode = busy.length > 0 ? 1 : 0
    })
}
