/** `tieout-admin cells`: where workspaces are, what the edge routes by, and moving one. */
import { renameSync, writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import { listPlaces } from '../../../store/moves.ts'
import { table } from '../output.ts'
import { readCells, withCells } from './cell.ts'
import type { Cell } from './cell.ts'
import { directoryOf, edgeMap } from './directory.ts'
import type { Directory } from './directory.ts'
import { groupOf, moveWorkspace, stay } from './move-workspace.ts'

interface Tools {
  readonly show: (value: unknown, words: string) => void
  /** Throws in words when the text is no workspace's id. */
  readonly workspaceUuid: (id: string) => string
}

interface Way {
  readonly cells: string
  readonly workspace: string
  readonly from: string
  readonly to: string
}

const FILE = 'the file that names all cells, each with its file of settings'

export async function askDirectory(cells: readonly Cell[]): Promise<Directory> {
  const places = await Promise.all(
    cells.map(async ({ name, db }): Promise<[string, Awaited<ReturnType<typeof listPlaces>>]> => [
      name,
      await listPlaces(db),
    ]),
  )
  return directoryOf(new Map(places))
}

export function addCellCommands(program: Command, { show, workspaceUuid }: Tools): void {
  const cells = program
    .command('cells')
    .description('several installations behind one address, each with its own stores')

  cells
    .command('list')
    .description('how many workspaces are in each cell, and what is wrong')
    .requiredOption('--cells <file>', FILE)
    .action(async (options: { cells: string }) => {
      const configs = readCells(options.cells)
      const { entries, faults } = await withCells(configs, [...configs.keys()], askDirectory)
      const counted = [...configs.keys()].map((cell) => ({
        cell,
        workspaces: entries.filter((entry) => entry.cell === cell).length,
      }))
      const lines = table(
        ['cell', 'workspaces'],
        counted.map(({ cell, workspaces }) => [cell, String(workspaces)]),
      )
      show({ cells: counted, faults }, [lines, ...faults].join('\n'))
      process.exitCode = faults.length > 0 ? 1 : 0
    })

  cells
    .command('map')
    .description('write what the edge routes by; not while cells disagree')
    .requiredOption('--cells <file>', FILE)
    .requiredOption('--to <file>', 'the map of ops/edge/cells.cfg')
    .action(async (options: { cells: string; to: string }) => {
      const configs = readCells(options.cells)
      const directory = await withCells(configs, [...configs.keys()], askDirectory)
      if (directory.faults.length > 0) throw new Error(directory.faults.join('\n'))
      // Whole or not at all: the edge may read it at any moment.
      writeFileSync(`${options.to}.new`, edgeMap(directory))
      renameSync(`${options.to}.new`, options.to)
      const { length } = directory.entries
      show({ workspaces: length }, `Wrote ${length} workspaces to ${options.to}. Have the edge read it again.`)
    })

  const way = (command: Command): Command =>
    command
      .requiredOption('--cells <file>', FILE)
      .requiredOption('--workspace <id>', 'a live workspace; its sandbox goes along')
      .requiredOption('--from <cell>', 'the cell that it is in')
      .requiredOption('--to <cell>', 'the cell that it goes to')

  way(cells.command('move'))
    .description('move a workspace to another cell; run it again when it was interrupted')
    .option('--settle <seconds>', 'how long requests that were let in before may take', '10')
    .option('--drain <seconds>', 'how long work that is under way may take', '300')
    .action(async (options: Way & { settle: string; drain: string }) => {
      const uuid = workspaceUuid(options.workspace)
      const report = await withCells(readCells(options.cells), [options.from, options.to], ([from, to]) => {
        if (!from || !to) throw new Error('a move has two cells')
        return moveWorkspace(from, to, uuid, {
          settleMs: Number(options.settle) * 1000,
          drainMs: Number(options.drain) * 1000,
        })
      })
      const { rows, objects, bytes, closedMs } = report
      const what = `${rows} rows and ${objects} objects (${bytes} bytes)`
      show(
        report,
        `Moved ${options.workspace} with ${what} to ${options.to}; it was closed for ${(closedMs / 1000).toFixed(1)} s. Now: tieout-admin cells map.`,
      )
    })

  way(cells.command('stay'))
    .description('give up a move that has not gone over: the workspace opens where it was')
    .action(async (options: Way) => {
      const uuid = workspaceUuid(options.workspace)
      await withCells(readCells(options.cells), [options.from, options.to], async ([from, to]) => {
        if (from && to) await stay(from, await groupOf([from, to], uuid))
      })
      show({ workspace: options.workspace }, `${options.workspace} is open in ${options.from} unless it had left.`)
    })

  way(cells.command('forget'))
    .description('delete the objects that a workspace left behind in the cell it came from')
    .action(async (options: Way) => {
      const uuid = workspaceUuid(options.workspace)
      const deleted = await withCells(readCells(options.cells), [options.from, options.to], async ([from, to]) => {
        if (!from || !to) return 0
        let objects = 0
        for (const { workspaceUuid: gone } of await groupOf([to], uuid)) {
          const left = (await listPlaces(from.db)).moves.some(({ uuid: at, state }) => at === gone && state === 'left')
          const home = !(await listPlaces(to.db)).moves.some(({ uuid: at }) => at === gone)
          if (!left || !home) throw new Error(`The workspace has not moved from ${from.name} to ${to.name}.`)
          objects += await from.objects.deleteUnder(`${gone}/`)
        }
        return objects
      })
      show({ deleted }, `Deleted ${deleted} objects from the bucket of ${options.from}.`)
    })
}
