/**
 * Own processes, told apart from everybody else's. A pid file alone proves nothing after a crash, because the number
 * may belong to another program by now: a process is ours only when its command line names both the engine's program
 * and this stack's folder.
 */
import { spawn } from 'node:child_process'
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StackProblem } from './plan.ts'

export interface Daemon {
  name: string
  /** The program's file name, as it stands first on the command line. */
  program: string
  /** An argument that only this stack's process has: a path inside the stack's folder. */
  marker: string
  pidFile: string
  logFile: string
  stopSignal: NodeJS.Signals
}

export interface Launch {
  command: string
  args: string[]
  cwd: string
  /** Set where the engine refuses to run as root. */
  user?: { uid: number; gid: number } | undefined
}

const POLL_MILLISECONDS = 50
const STOP_DEADLINE_MILLISECONDS = 60_000
const SHOWN_LOG_LINES = 20

export function isOurs(commandLine: readonly string[], daemon: Pick<Daemon, 'program' | 'marker'>): boolean {
  const [program, ...args] = commandLine
  if (program === undefined || basename(program) !== daemon.program) return false
  return args.some((argument) => argument === daemon.marker || argument.endsWith(`=${daemon.marker}`))
}

/** The command line of a live process; empty for one that is gone or only waits to be reaped. */
function commandLineOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1)
  } catch {
    return []
  }
}

/**
 * Whether a process still holds anything. A dying one loses its command line first and its sockets a moment later;
 * a dead one may stay in the list for ever, where nobody reaps, as a zombie without further threads.
 */
function holdsResources(pid: number): boolean {
  try {
    const state = /^State:\s+(\S)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return state !== 'Z' || readdirSync(`/proc/${pid}/task`).length > 1
  } catch {
    return false
  }
}

/** The daemon's pid, by its pid file or, where that was lost (a folder deleted while running), by its command line. */
export function runningPid(daemon: Daemon): number | undefined {
  const noted = notedPid(daemon)
  if (noted !== undefined && isOurs(commandLineOf(noted), daemon)) return noted
  return allPids().find((pid) => isOurs(commandLineOf(pid), daemon))
}

function notedPid(daemon: Daemon): number | undefined {
  const noted = existsSync(daemon.pidFile) ? Number(readFileSync(daemon.pidFile, 'utf8')) : Number.NaN
  return Number.isInteger(noted) ? noted : undefined
}

/**
 * A process without a command line that holds something is dying, or not yet there: the kernel puts a new program's
 * command line in its place last, and a program that is not in memory yet is first read from the disk (seen of
 * restate-server in two of fifteen starts with an empty cache).
 */
const isNameless = (pid: number): boolean => commandLineOf(pid).every((part) => part === '') && holdsResources(pid)

function hasEnded(daemon: Daemon): boolean {
  if (runningPid(daemon) !== undefined) return false
  const noted = notedPid(daemon)
  return noted === undefined || !isNameless(noted)
}

function allPids(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
}

/** Processes whose working folder is exactly `folder`. */
export function processesIn(folder: string): number[] {
  return allPids().filter((pid) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === folder
    } catch {
      return false // Gone meanwhile, or somebody else's.
    }
  })
}

/** Only what an engine needs: a PGPORT or RESTATE_… of the caller's shell must not bend the stack. */
export function engineEnvironment(): Record<string, string> {
  return {
    PATH: `${process.env['PATH'] ?? ''}:/usr/local/sbin:/usr/sbin:/sbin`,
    HOME: process.env['HOME'] ?? '/',
    LANG: 'C.UTF-8',
    TZ: 'UTC',
  }
}

/** Unless it runs, starts the daemon in a session of its own: it outlives the terminal and never sees its Ctrl-C. */
export function ensureRunning(daemon: Daemon, { command, args, cwd, user }: Launch): void {
  if (runningPid(daemon) !== undefined) return
  const log = openSync(daemon.logFile, 'a')
  try {
    const child = spawn(command, args, {
      cwd,
      env: engineEnvironment(),
      detached: true,
      stdio: ['ignore', log, log],
      ...user,
    })
    child.on('error', () => undefined) // The wait that follows reports it, with the log.
    if (child.pid === undefined) throw new StackProblem(`${daemon.name}: ${command} could not be started`)
    writeFileSync(daemon.pidFile, `${child.pid}\n`)
    child.unref()
  } finally {
    closeSync(log)
  }
}

/** Asks the daemon to end and waits; one that does not answer is ended by force, and that is said. */
export async function stop(daemon: Daemon): Promise<void> {
  await end(daemon, daemon.stopSignal, async (pid) => {
    console.error(
      `${daemon.name} (pid ${pid}) did not end within ${STOP_DEADLINE_MILLISECONDS / 1000} s: ended by force`,
    )
    await kill(daemon)
  })
}

export async function kill(daemon: Daemon): Promise<void> {
  await end(daemon, 'SIGKILL', (pid) => {
    throw new StackProblem(`${daemon.name} (pid ${pid}) survives SIGKILL: the kernel holds it`)
  })
}

async function end(
  daemon: Daemon,
  signal: NodeJS.Signals,
  onDeadline: (pid: number) => Promise<void> | void,
): Promise<void> {
  const pid = runningPid(daemon)
  if (pid !== undefined) {
    process.kill(pid, signal)
    const deadline = performance.now() + STOP_DEADLINE_MILLISECONDS
    while (isOurs(commandLineOf(pid), daemon) || isNameless(pid)) {
      if (performance.now() > deadline) return onDeadline(pid)
      await sleep(POLL_MILLISECONDS)
    }
  }
  rmSync(daemon.pidFile, { force: true })
}

/** Repeats `probe` until it answers; gives up early when a daemon it depends on has ended. */
export async function waitFor<T>(options: {
  seconds: number
  daemons: readonly Daemon[]
  probe: () => Promise<T>
}): Promise<T> {
  const deadline = performance.now() + options.seconds * 1000
  for (;;) {
    const ended = options.daemons.find(hasEnded)
    if (ended) throw new StackProblem(`${ended.name} ended while starting\n${lastLines(ended)}`)
    try {
      return await options.probe()
    } catch (error) {
      if (performance.now() > deadline)
        throw new StackProblem(
          `no answer within ${options.seconds} s (${messageOf(error)})\n${options.daemons.map(lastLines).join('\n')}`,
          { cause: error },
        )
    }
    await sleep(POLL_MILLISECONDS)
  }
}

function lastLines(daemon: Daemon): string {
  if (!existsSync(daemon.logFile)) return `  (no log at ${daemon.logFile})`
  const lines = readFileSync(daemon.logFile, 'utf8').trimEnd().split('\n').slice(-SHOWN_LOG_LINES)
  return [`  last lines of ${daemon.logFile}:`, ...lines.map((line) => `  | ${line}`)].join('\n')
}

/** The ports out of `ports` that another program holds. */
export async function takenPorts(ports: readonly number[]): Promise<number[]> {
  const taken = await Promise.all(ports.map(async (port) => ((await canBind(port)) ? undefined : port)))
  return taken.filter((port) => port !== undefined)
}

function canBind(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)))
  })
}

export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause instanceof Error && !(error instanceof StackProblem)) return messageOf(error.cause) // 'fetch failed'
  return error.message || ('code' in error ? String(error.code) : error.name)
}
