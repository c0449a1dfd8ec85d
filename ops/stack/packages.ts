/**
 * What the stack and the tests take from Debian. As root the missing packages are installed, otherwise they are named. The
 * packages' own scripts would start system daemons; a policy file holds them back for the time of the installation.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { StackProblem } from './plan.ts'
import { engineEnvironment } from './processes.ts'

const POSTGRES_ROOT = '/usr/lib/postgresql'
const PREFERRED_POSTGRES = '15'

/** Program by program, the package that brings it. */
type Programs = Readonly<Record<string, string>>

export const STACK_PROGRAMS: Programs = {
  'redis-server': 'redis-server',
  'redis-cli': 'redis-tools',
  'ceph-mon': 'ceph-mon',
  'ceph-osd': 'ceph-osd',
  radosgw: 'radosgw',
  ceph: 'ceph-common',
  // What the reader of documents needs at run time, and what its tests compare it with.
  tesseract: 'tesseract-ocr',
  bwrap: 'bubblewrap',
  pdftotext: 'poppler-utils',
}

/** What only the tests run: without one of these they are skipped and say so. */
export const TEST_PROGRAMS: Programs = {
  chromium: 'chromium',
  soffice: 'libreoffice-calc',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  zsh: 'zsh',
  fish: 'fish',
}

const POLICY_FILE = '/usr/sbin/policy-rc.d'
const POLICY = '#!/bin/sh\n# Placed by the Tieout stack while it installs packages; start nothing.\nexit 101\n'

/** The folder with initdb and postgres: of the version that made the data, else 15, else the newest installed. */
export function choosePostgresVersion(
  installed: readonly string[],
  dataVersion: string | undefined,
): string | undefined {
  if (dataVersion !== undefined) return installed.find((version) => version === dataVersion)
  if (installed.includes(PREFERRED_POSTGRES)) return PREFERRED_POSTGRES
  return [...installed].sort((one, other) => Number(other) - Number(one))[0]
}

export function postgresBinFolder(dataVersion: string | undefined): string {
  const version = choosePostgresVersion(installedPostgres(), dataVersion)
  if (version === undefined)
    throw new StackProblem(
      dataVersion === undefined
        ? 'PostgreSQL is not installed'
        : `the data was made by PostgreSQL ${dataVersion}, which is not installed any more`,
    )
  return join(POSTGRES_ROOT, version, 'bin')
}

function installedPostgres(): string[] {
  if (!existsSync(POSTGRES_ROOT)) return []
  return readdirSync(POSTGRES_ROOT).filter((version) => existsSync(join(POSTGRES_ROOT, version, 'bin', 'initdb')))
}

export function missingPackages(
  programs: Programs,
  hasProgram: (name: string) => boolean,
  postgresInstalled: boolean,
): string[] {
  const missing = Object.entries(programs).filter(([program]) => !hasProgram(program))
  return [...(postgresInstalled ? [] : ['postgresql']), ...new Set(missing.map(([, name]) => name))]
}

export function ensurePackages(programs: Programs): void {
  const folders = (engineEnvironment()['PATH'] ?? '').split(delimiter)
  const hasProgram = (name: string) => folders.some((folder) => existsSync(join(folder, name)))
  const missing = missingPackages(programs, hasProgram, installedPostgres().length > 0)
  if (missing.length === 0) return
  const install = `apt-get install --no-install-recommends ${missing.join(' ')}`
  if (process.getuid?.() !== 0) throw new StackProblem(`packages are missing; as root: ${install}`)
  console.log(`installing ${missing.join(', ')}`)
  installPackages(missing)
  const still = missingPackages(programs, hasProgram, installedPostgres().length > 0)
  if (still.length > 0) throw new StackProblem(`installed, and yet still missing: ${still.join(', ')}`)
}

function installPackages(packages: readonly string[]): void {
  const ownPolicy = !existsSync(POLICY_FILE) || readFileSync(POLICY_FILE, 'utf8') === POLICY
  if (ownPolicy) writeFileSync(POLICY_FILE, POLICY, { mode: 0o755 })
  try {
    aptGet(['update'])
    aptGet(['install', '--yes', '--no-install-recommends', ...packages])
  } finally {
    if (ownPolicy) rmSync(POLICY_FILE, { force: true })
  }
}

function aptGet(args: readonly string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const run = spawnSync('apt-get', ['-q', '-o', 'DPkg::Lock::Timeout=300', ...args], { env, encoding: 'utf8' })
  if (run.status === 0) return
  throw new StackProblem(
    `apt-get ${args.join(' ')} failed:\n${`${run.stdout}${run.stderr}`.split('\n').slice(-15).join('\n')}`,
  )
}

export function programVersion(program: string): string {
  const text = execFileSync(program, ['--version'], { encoding: 'utf8', env: engineEnvironment() })
  return /\d+\.\d+\.\d+/.exec(text)?.[0] ?? text.trim()
}
