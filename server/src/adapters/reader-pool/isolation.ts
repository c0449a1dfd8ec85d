/**
 * The walls around a program that touches untrusted bytes: a namespace of its own with nothing in it but the program
 * (no network, no other process, no file to write, no secret to read), and limits on memory, processor time and open
 * files. Where the host forbids namespaces, the limits and Node's own permissions remain; that is weaker and is said
 * at start-up.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const BWRAP = '/usr/bin/bwrap'
const PRLIMIT = '/usr/bin/prlimit'
/** Where Debian keeps programs and libraries. The links point into /usr. */
const SYSTEM = [
  ['--ro-bind', '/usr', '/usr'],
  ['--symlink', 'usr/lib', '/lib'],
  ['--symlink', 'usr/lib64', '/lib64'],
  ['--symlink', 'usr/bin', '/bin'],
  ['--dev', '/dev'],
].flat()
const NAMESPACE = ['--unshare-all', '--die-with-parent', '--cap-drop', 'ALL', '--clearenv']

export type IsolationLevel = 'namespaces' | 'limits'

export interface Isolation {
  readonly level: IsolationLevel
  /** For the log at start-up: what holds, and if it is the weaker form, why. */
  readonly description: string
}

export interface ProgramLimits {
  /** Memory that the program may write to: heap, stacks, anonymous maps. */
  readonly dataBytes: number
  readonly cpuSeconds: number
  readonly openFiles: number
}

export interface Program {
  readonly argv: readonly string[]
  /** Files and folders that it may read, besides the system's programs and libraries. */
  readonly readable: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly limits: ProgramLimits
}

/** Tries the stronger form once and tells which one this host allows. */
export function detectIsolation(bwrap = BWRAP): Isolation {
  if (!existsSync(PRLIMIT)) throw new Error(`${PRLIMIT} is missing: install util-linux`)
  if (!existsSync(bwrap)) return weaker(`${bwrap} is missing: install bubblewrap`)
  const trial = spawnSync(bwrap, [...NAMESPACE, ...SYSTEM, '--', '/usr/bin/true'], {
    encoding: 'utf8',
    timeout: 10_000,
  })
  if (trial.status !== 0) return weaker(`bubblewrap does not work here: ${trial.stderr.trim() || 'no message'}`)
  return {
    level: 'namespaces',
    description: 'reader children run in namespaces of their own, without network or files',
  }
}

function weaker(reason: string): Isolation {
  return {
    level: 'limits',
    description: `reader children run with limits and Node permissions only (${reason}); run this worker in a container without network`,
  }
}

/** The command line that runs the program behind the walls. */
export function isolated(isolation: Isolation, program: Program): readonly [command: string, ...args: string[]] {
  const { dataBytes, cpuSeconds, openFiles } = program.limits
  const limited = [
    PRLIMIT,
    `--data=${dataBytes}`,
    `--cpu=${cpuSeconds}`,
    `--nofile=${openFiles}`,
    '--fsize=0',
    '--core=0',
    '--',
    ...program.argv,
  ]
  if (isolation.level === 'limits') return limited as [string, ...string[]]
  const binds = program.readable.flatMap((path) => ['--ro-bind', path, path])
  const env = Object.entries(program.env).flatMap(([name, value]) => ['--setenv', name, value])
  return [BWRAP, ...NAMESPACE, ...SYSTEM, ...binds, ...env, '--chdir', '/', '--', ...limited]
}
