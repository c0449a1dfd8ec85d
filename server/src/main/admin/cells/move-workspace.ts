/**
 * Moves a workspace to another cell: close, drain, copy, compare, let go, open. It can be ended and begun again at any
 * point: what each cell remembers of the move says where it stood. Between the two commits that matter nobody serves the
 * workspace, so never both do.
 *
 * Nothing can be written and then lost on the way: what the old cell deletes is compared, in the transaction that
 * deletes it, with what the new cell has; that transaction sees one moment, and a row that somebody adds meanwhile fails
 * it by its foreign key. Then the copy is made again.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Tenant } from '../../../store/db.ts'
import {
  changeLifecycle,
  findMove,
  forgetMove,
  listPlaces,
  parkWork,
  saveMove,
  unparkWork,
} from '../../../store/moves.ts'
import type { Move } from '../../../store/moves.ts'
import { countSecretsNotUnder } from '../../../store/webhooks.ts'
import {
  copyOrganization,
  copyRows,
  differences,
  digestRows,
  schemaOf,
  takeRows,
  tenantTables,
} from '../../../store/tenant-rows.ts'
import type { TenantTable } from '../../../store/tenant-rows.ts'
import { carryObjects } from './carry-objects.ts'
import type { Cell } from './cell.ts'

export interface MoveOptions {
  /** For requests that were let in before the door was closed. */
  readonly settleMs: number
  /** How long work that is under way may take to end. */
  readonly drainMs: number
}

export interface MoveReport {
  readonly workspaces: number
  readonly rows: number
  readonly objects: number
  readonly bytes: number
  /** From the closed door to the open one. */
  readonly closedMs: number
}

const LOOK_EVERY_MS = 250
const COPIES_AT_MOST = 5
const CLOSED = 'suspended'
/** What PostgreSQL says to a transaction that saw an older moment than what it touches, or a row that still refers. */
const OVERTAKEN = new Set(['40001', '40P01', '23503'])

/** The rows changed while they were copied. */
class Overtaken extends Error {}

export async function moveWorkspace(
  from: Cell,
  to: Cell,
  workspaceUuid: string,
  options: MoveOptions,
): Promise<MoveReport> {
  await assertFit(from, to)
  const tables = await tenantTables(from.db)
  const group = await groupOf([from, to], workspaceUuid)
  const begun = performance.now()
  for (const tenant of group) await close(from, to, tenant)
  await sleep(options.settleMs)
  try {
    for (const tenant of group) await assertSealedByCurrent(from, tenant)
    await drain(from, group, options.drainMs)
  } catch (error) {
    await stay(from, group)
    throw error
  }
  const report = await carry(from, to, { group, tables })
  for (const tenant of group) await open(to, tenant)
  return { ...report, closedMs: Math.round(performance.now() - begun) }
}

/** Gives a move up that has not gone over: the workspace is open again where it was. */
export async function stay(from: Cell, group: readonly Tenant[]): Promise<void> {
  for (const tenant of group) {
    await from.db.inTenant(tenant, async (tx) => {
      const move = await findMove(tx)
      if (move?.state !== 'leaving') return
      await unparkWork(tx)
      await changeLifecycle(tx, move.lifecycle)
      await forgetMove(tx)
    })
  }
}

/** The live workspace, then its twin: the twin refers to it. */
export async function groupOf(cells: readonly Cell[], workspaceUuid: string): Promise<Tenant[]> {
  const places = await Promise.all(cells.map(({ db }) => listPlaces(db)))
  const known = new Map(places.flatMap(({ workspaces }) => workspaces.map((one) => [one.uuid, one])))
  const asked = known.get(workspaceUuid)
  if (!asked) throw new Error('The workspace is in neither of the two cells.')
  if (asked.liveUuid !== null) throw new Error('A sandbox moves with its live workspace: move that.')
  const twins = [...known.values()].filter(({ liveUuid }) => liveUuid === workspaceUuid)
  return [asked, ...twins].map(({ uuid }) => ({ workspaceUuid: uuid }))
}

async function assertFit(from: Cell, to: Cell): Promise<void> {
  if (from.name === to.name) throw new Error('The workspace is in that cell already.')
  if ((await schemaOf(from.db)) !== (await schemaOf(to.db)))
    throw new Error(`${from.name} and ${to.name} have different migrations: bring both to one release first.`)
  const probe = 'probe'
  try {
    to.keyRing.open(from.keyRing.seal(probe, probe), probe)
  } catch (error) {
    const words = `${to.name} can't open what ${from.name} seals: add its key to TIEOUT_KEY_ENCRYPTION_KEYS there.`
    throw new Error(words, { cause: error })
  }
}

async function assertSealedByCurrent(from: Cell, tenant: Tenant): Promise<void> {
  const others = await from.db.inTenant(tenant, (tx) => countSecretsNotUnder(tx, from.keyRing.currentId))
  if (others > 0)
    throw new Error(`${others} webhook secrets are under older keys: 'tieout-admin rotate-kek' in ${from.name} first.`)
}

const stateOf = (cell: Cell, tenant: Tenant): Promise<Move | null> => cell.db.inTenant(tenant, findMove)

async function close(from: Cell, to: Cell, tenant: Tenant): Promise<void> {
  await from.db.inTenant(tenant, async (tx) => {
    const move = await findMove(tx)
    if (move && move.cell !== to.name) throw new Error(`A move to ${move.cell} is on the books: end that one first.`)
    if (move?.state === 'arriving') throw new Error(`It has not arrived in ${from.name} itself yet.`)
    // Begun before, and here again.
    if (move) return
    const lifecycle = await changeLifecycle(tx, CLOSED)
    if (lifecycle === null) throw new Error(`There is no such workspace in ${from.name}.`)
    await saveMove(tx, { state: 'leaving', cell: to.name, lifecycle })
  })
}

/** Work that has begun ends here; work that waits goes along. */
async function drain(from: Cell, group: readonly Tenant[], drainMs: number): Promise<void> {
  for (const end = performance.now() + drainMs; ;) {
    let underWay = 0
    for (const tenant of group) underWay += await again(() => from.db.inTenant(tenant, parkWork))
    if (underWay === 0) return
    if (performance.now() > end) throw new Error(`${underWay} pieces of work are still under way: try again later.`)
    await sleep(LOOK_EVERY_MS)
  }
}

async function carry(
  from: Cell,
  to: Cell,
  { group, tables }: { group: readonly Tenant[]; tables: readonly TenantTable[] },
): Promise<Omit<MoveReport, 'closedMs'>> {
  const copy = async (tenant: Tenant): Promise<void> => {
    if ((await stateOf(from, tenant))?.state === 'left') return
    await arrive(from, to, { tenant, tables })
  }
  let [rows, objects, bytes] = [0, 0, 0]
  for (let copies = 1; ; copies += 1) {
    // The twin's rows refer to the live workspace: there after it, and gone before it.
    for (const tenant of group) await copy(tenant)
    for (const tenant of group) {
      const carried = await carryObjects(from.objects, to.objects, `${tenant.workspaceUuid}/`)
      objects += carried.objects
      bytes += carried.bytes
    }
    try {
      for (const tenant of group.toReversed()) rows += await letGo(from, to, { tenant, tables })
      break
    } catch (error) {
      if (!isOvertaken(error) || copies === COPIES_AT_MOST) throw error
    }
  }
  // What a run that was under way wrote in between; its rows are the new cell's to make.
  for (const tenant of group) await carryObjects(from.objects, to.objects, `${tenant.workspaceUuid}/`)
  return { workspaces: group.length, rows, objects, bytes }
}

interface OneTenant {
  readonly tenant: Tenant
  readonly tables: readonly TenantTable[]
}

/** Writes all rows into the new cell, in place of what an earlier copy left there. */
async function arrive(from: Cell, to: Cell, { tenant, tables }: OneTenant): Promise<void> {
  await from.db.inTenant(tenant, (source) =>
    to.db.inTenant(tenant, async (target) => {
      const leaving = await findMove(source)
      if (leaving?.state !== 'leaving') throw new Error('the workspace is not on its way')
      const there = await findMove(target)
      const before = await takeRows(target, tables)
      const found = [...before.values()].reduce((sum, digest) => sum + digest.rows, 0)
      if (found > 0 && there?.state !== 'arriving')
        throw new Error(`${to.name} has rows of this workspace that no move brought there.`)
      await copyOrganization(source, target)
      await copyRows(source, target, tables)
      await saveMove(target, { state: 'arriving', cell: from.name, lifecycle: leaving.lifecycle })
    }),
  )
}

/** Deletes the rows here if they are just those over there; answers how many there were. */
async function letGo(from: Cell, to: Cell, { tenant, tables }: OneTenant): Promise<number> {
  if ((await stateOf(from, tenant))?.state === 'left') return 0
  const there = await to.db.inTenant(tenant, (tx) => digestRows(tx, tables))
  return from.db.inTenant(tenant, async (tx) => {
    const leaving = await findMove(tx)
    if (leaving?.state !== 'leaving') throw new Error('the workspace is not on its way')
    const taken = await takeRows(tx, tables)
    const wrong = differences(taken, there)
    if (wrong.length > 0) throw new Overtaken(`rows changed while they were copied: ${wrong.join(', ')}`)
    await saveMove(tx, { ...leaving, state: 'left' })
    return [...taken.values()].reduce((sum, digest) => sum + digest.rows, 0)
  })
}

async function open(to: Cell, tenant: Tenant): Promise<void> {
  await again(() =>
    to.db.inTenant(tenant, async (tx) => {
      const move = await findMove(tx)
      if (move?.state !== 'arriving') return
      await unparkWork(tx)
      await changeLifecycle(tx, move.lifecycle)
      await forgetMove(tx)
    }),
  )
}

function isOvertaken(error: unknown): boolean {
  // The store turns a violated foreign key into an error of its own, with the database's as its cause.
  const at = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return error instanceof Overtaken || OVERTAKEN.has((at as { code?: string }).code ?? '')
}

/** Runs again what another transaction got ahead of. */
async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isOvertaken(error) || attempt === COPIES_AT_MOST) throw error
    }
  }
}
