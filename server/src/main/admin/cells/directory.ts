/**
 * Which cell a workspace is in. Nobody keeps a list of that: each cell knows its own workspaces and where those have
 * gone that it had, and the directory is put together from what all of them say. So it can't be out of step with them
 * for longer than it takes to make it again, and where two cells disagree it is not made at all.
 */
import { encodeId } from '../../../lib/ids.ts'
import { tagOf } from '../../../lib/workspace-tag.ts'
import type { listPlaces } from '../../../store/moves.ts'

export type Places = Awaited<ReturnType<typeof listPlaces>>

export interface Entry {
  readonly uuid: string
  readonly cell: string
}

export interface Directory {
  readonly entries: readonly Entry[]
  /** What must be put right before anybody is routed by it. */
  readonly faults: readonly string[]
}

/** Given what each cell says of its workspaces, where each of them is. */
export function directoryOf(cells: ReadonlyMap<string, Places>): Directory {
  const faults: string[] = []
  const homes = new Map<string, { cell: string; arriving: boolean }[]>()
  for (const [cell, { workspaces, moves }] of cells) {
    const arriving = new Set(moves.filter(({ state }) => state === 'arriving').map(({ uuid }) => uuid))
    for (const { uuid } of workspaces) {
      homes.set(uuid, [...(homes.get(uuid) ?? []), { cell, arriving: arriving.has(uuid) }])
    }
  }
  for (const [cell, { moves }] of cells) {
    for (const move of moves.filter(({ state }) => state === 'left')) {
      if (!homes.has(move.uuid)) faults.push(`${idOf(move.uuid)} left ${cell} for ${move.cell} and is in no cell.`)
    }
  }
  const entries = [...homes].map(([uuid, found]): Entry => {
    // The one that it arrives in does not serve it before the other has let go.
    const settled = found.filter(({ arriving }) => !arriving)
    if (settled.length > 1) faults.push(`${idOf(uuid)} is in ${settled.map(({ cell }) => cell).join(' and ')}.`)
    return { uuid, cell: (settled[0] ?? found[0])?.cell ?? '' }
  })
  const byTag = new Map<string, Entry>()
  for (const entry of entries) {
    const other = byTag.get(tagOf(entry.uuid))
    if (other && other.cell !== entry.cell)
      faults.push(
        `${idOf(entry.uuid)} and ${idOf(other.uuid)} have one tag and are in ${entry.cell} and ${other.cell}.`,
      )
    byTag.set(tagOf(entry.uuid), entry)
  }
  return { entries: entries.sort((one, other) => (one.uuid < other.uuid ? -1 : 1)), faults }
}

/** The directory as the edge reads it (ops/edge/cells.cfg): a tag or a workspace's id, and its cell. */
export function edgeMap({ entries }: Directory): string {
  return entries.map(({ uuid, cell }) => `${tagOf(uuid)} ${cell}\n${idOf(uuid)} ${cell}\n`).join('')
}

const idOf = (uuid: string): string => encodeId('ws', uuid)
