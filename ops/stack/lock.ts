/**
 * One command at a time per stack. The lock is the kernel's (flock), held by a small child process for as long as this
 * process lives: unlike a lock file that is created and deleted, nothing stale stays behind after a crash.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { StackProblem } from './plan.ts'

const WAIT_SECONDS = 300
const PATIENCE_MILLISECONDS = 1_000

export async function withLock<T>(path: string, work: () => Promise<T> | T): Promise<T> {
  mkdirSync(dirname(path), { recursive: true })
  const holder = spawn('flock', ['--wait', String(WAIT_SECONDS), path, 'sh', '-c', 'echo held; cat'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true, // Ctrl-C must not free the lock while this process is still finishing.
  })
  const waiting = setTimeout(
    () => console.error('another command works on this stack; waiting for it'),
    PATIENCE_MILLISECONDS,
  )
  try {
    const held = await Promise.race([
      once(holder.stdout, 'data').then(() => true),
      once(holder, 'exit').then(() => false),
    ])
    clearTimeout(waiting)
    if (!held) throw new StackProblem(`another command has held ${path} for ${WAIT_SECONDS} s`)
    return await work()
  } finally {
    clearTimeout(waiting)
    holder.stdin.end()
  }
}
