/**
 * Where a stack lives and which ports it takes, decided in one place from the environment, so that two checkouts can
 * run side by side on one machine and nothing else in this folder reads the environment.
 */
import { join, resolve } from 'node:path'

export const ENGINE_NAMES = ['postgres', 'redis', 'restate', 's3'] as const
export type EngineName = (typeof ENGINE_NAMES)[number]

/** Where a stack's data goes: `memstore` keeps objects in memory (fast, lost in a crash), `bluestore` on disk. */
export const OBJECT_STORES = ['memstore', 'bluestore'] as const
export type ObjectStoreKind = (typeof OBJECT_STORES)[number]

/**
 * Below 32768 on purpose: Linux hands out ports above that to outgoing connections, and a client that happens to hold
 * the port of an engine keeps that engine from restarting.
 */
export const DEFAULT_PORT_BASE = 21_000
const LOWEST_PORT_BASE = 1_024
const HIGHEST_PORT_BASE = 64_000

const DEFAULT_OBJECT_STORE_GIB = 4

export interface Ports {
  postgres: number
  redis: number
  restateIngress: number
  restateAdmin: number
  restateNode: number
  s3: number
  cephMon: number
  cephMonLegacy: number
  /** The storage daemon takes several ports out of this range, which ones is its own choice. */
  cephOsdFirst: number
  cephOsdLast: number
}

/** What was decided when the folder was made; the engines have these baked into their data. */
export interface RecordedChoices {
  portBase: number
  objectStore: ObjectStoreKind
}

export interface StackPlan extends RecordedChoices {
  /** The checkout, where the packages from the npm registry are found. */
  root: string
  dir: string
  ports: Ports
  objectStoreBytes: number
}

/** Something a person can mend; printed without a stack trace. */
export class StackProblem extends Error {}

export function portsFrom(base: number): Ports {
  return {
    restateNode: base + 22,
    restateAdmin: base + 70,
    restateIngress: base + 80,
    redis: base + 379,
    postgres: base + 432,
    s3: base + 900,
    cephMon: base + 901,
    cephMonLegacy: base + 902,
    cephOsdFirst: base + 910,
    cephOsdLast: base + 960,
  }
}

export function stackDir(root: string, env: Readonly<Record<string, string | undefined>>): string {
  return resolve(root, env['TIEOUT_STACK_DIR'] || '.stack')
}

/** Given the environment and what the folder was made with, the plan; a contradiction between the two is refused. */
export function planStack(
  root: string,
  env: Readonly<Record<string, string | undefined>>,
  recorded: RecordedChoices | undefined,
): StackPlan {
  const dir = stackDir(root, env)
  const portBase = portBaseFrom(env['TIEOUT_STACK_PORT_BASE']) ?? recorded?.portBase ?? DEFAULT_PORT_BASE
  const objectStore = objectStoreFrom(env['TIEOUT_STACK_S3_STORE']) ?? recorded?.objectStore ?? 'memstore'
  if (recorded && (recorded.portBase !== portBase || recorded.objectStore !== objectStore))
    throw new StackProblem(
      `${dir} was made with port base ${recorded.portBase} and ${recorded.objectStore}, now asked for ${portBase} and ` +
        `${objectStore}: unset TIEOUT_STACK_PORT_BASE and TIEOUT_STACK_S3_STORE, or run down and delete that folder, ` +
        'or take another one by TIEOUT_STACK_DIR',
    )
  const gib = Number(env['TIEOUT_STACK_S3_GIB'] || DEFAULT_OBJECT_STORE_GIB)
  if (!Number.isInteger(gib) || gib < 1)
    throw new StackProblem('TIEOUT_STACK_S3_GIB must be a whole number of GiB, at least 1')
  return { root, dir, portBase, objectStore, ports: portsFrom(portBase), objectStoreBytes: gib * 1024 ** 3 }
}

function portBaseFrom(text: string | undefined): number | undefined {
  if (!text) return undefined
  const base = Number(text)
  if (!Number.isInteger(base) || base < LOWEST_PORT_BASE || base > HIGHEST_PORT_BASE)
    throw new StackProblem(
      `TIEOUT_STACK_PORT_BASE must be a whole number from ${LOWEST_PORT_BASE} to ${HIGHEST_PORT_BASE}, or auto; it is '${text}'`,
    )
  return base
}

function objectStoreFrom(text: string | undefined): ObjectStoreKind | undefined {
  if (!text) return undefined
  const kind = OBJECT_STORES.find((known) => known === text)
  if (!kind) throw new StackProblem(`TIEOUT_STACK_S3_STORE must be ${OBJECT_STORES.join(' or ')}; it is '${text}'`)
  return kind
}

export const envFile = (dir: string): string => join(dir, 'env')
export const secretsFile = (dir: string): string => join(dir, 'secrets.json')
export const choicesFile = (dir: string): string => join(dir, 'stack.json')
export const lockFile = (dir: string): string => join(dir, 'lock')
