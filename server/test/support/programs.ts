/** Programs of an installation that tests run for themselves: found on this machine, or the test says that it is skipped. */
import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

const FOLDERS = '/usr/sbin:/usr/bin:/usr/local/bin'

/** For `test(name, { skip: missing('haproxy') }, …)`: false when it is there, and a reason when it is not. */
export function missing(program: string): string | false {
  const { status } = spawnSync('which', [program], { env: { PATH: FOLDERS } })
  return status === 0 ? false : `${program} is not installed: apt-get install ${program}`
}

/** Starts a program that listens on `port`, waits until it does, and ends it after the test file. */
export async function startProgram(
  argv: readonly [string, ...string[]],
  port: number,
  env = {},
): Promise<ChildProcess> {
  const [program, ...args] = argv
  const child = spawn(program, args, {
    env: { PATH: FOLDERS, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  after(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    await gone
  })
  for (const end = Date.now() + 20_000; Date.now() < end;) {
    await sleep(50)
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`)
    const socket = connect(port, '127.0.0.1')
    const open = await Promise.race([once(socket, 'connect').then(() => true), once(socket, 'error').then(() => false)]).catch(() => false) // prettier-ignore
    socket.destroy()
    if (open) return child
  }
  throw new Error(`${program} does not listen on ${port}`)
}
