/**
 * Starts and ends programs behind the walls. Each leads a session and a process group of its own: it has no terminal,
 * and the processes that the walls consist of end together. A wall that is killed while it is being put up would
 * otherwise leave the program behind it running, or a process that waits for ever and holds the pipes open.
 */
import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { isolated, type Isolation, type Program } from './isolation.ts'

export function startIsolated(isolation: Isolation, program: Program, stdio: StdioOptions): ChildProcess {
  const [command, ...args] = isolated(isolation, program)
  const child = spawn(command, args, { stdio, env: program.env, cwd: '/', detached: true })
  // Killed by somebody else, its leader alone has ended.
  child.once('exit', (_code, signal) => {
    if (signal !== null) killGroup(child)
  })
  return child
}

/** Ends what is left of it; a program that has come to its end by itself has left nothing. */
export function endIsolated(child: ChildProcess): void {
  if (child.exitCode === null && child.signalCode === null) killGroup(child)
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
