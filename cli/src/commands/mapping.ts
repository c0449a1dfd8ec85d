/** `tieout mapping`: statements on the chart of accounts, and what changed between two mappings of one. */
import { waitForMapping } from '@tieout/sdk'
import type { MappingDiff, StatementMapping } from '@tieout/sdk'
import { Command } from 'commander'
import { listCommand } from '../context.ts'
import type { Context } from '../context.ts'
import { readJson } from '../input.ts'
import { mappingRows, rowsToText } from '../mapping/tree.ts'
import type { TreeOptions } from '../mapping/tree.ts'
import { grouped } from '../money.ts'
import { UsageError } from '../settings.ts'
import { plain, table } from '../table.ts'
import type { Column } from '../table.ts'
import type { Style } from '../terminal.ts'

const COLUMNS: readonly Column<StatementMapping>[] = [
  { head: 'mapping', cell: (mapping) => mapping.mapping_id },
  { head: 'document', cell: (mapping) => mapping.document_id },
  { head: 'state', cell: (mapping) => mapping.payload?.mapping_state ?? mapping.status },
  { head: 'periods', cell: (mapping) => (mapping.payload?.periods ?? []).map((one) => one.fiscal_year).join(' ') },
  { head: '', cell: (mapping) => (mapping.stale ? 'stale' : '') },
]

interface ShowOptions extends TreeOptions {
  readonly borrower?: string
  readonly file?: string
  readonly wait: boolean
}

export function mappingCommand(context: Context): Command {
  const list = listCommand()
    .description('Statements of a borrower that are on the chart of accounts.')
    .requiredOption('--borrower <id>', 'whose statements')
    .action(({ limit, borrower }: { limit: number; borrower: string }) =>
      context.answerList(context.tieout().listStatementMappings(borrower), COLUMNS, limit),
    )
  const show = new Command('show')
    .description('A statement on the chart of accounts, with its foot. ! flagged, ~ not itemized, ? on no account.')
    .argument('[document]', 'the profit and loss statement')
    .option('--borrower <id>', 'whose it is')
    .option('--file <path>', "a mapping that was kept as JSON; '-' reads standard input")
    .option('--all', 'accounts without a figure too', false)
    .option('--lines', 'the printed lines of every account too', false)
    .option('--wait', 'until the mapping is prepared', false)
    .action((document: string | undefined, options: ShowOptions) => showMapping(context, document, options))
  const diff = new Command('diff')
    .description('What is different in the mapping in force from an earlier one. Exit code 1 when anything is.')
    .argument('<document>')
    .requiredOption('--borrower <id>', 'whose it is')
    .requiredOption('--from <mapping>', 'the earlier one')
    .action((document: string, { borrower, from }: { borrower: string; from: string }) =>
      showDiff(context, document, { borrower, from }),
    )
  return new Command('mapping')
    .description('Statements on the chart of accounts.')
    .addCommand(list)
    .addCommand(show)
    .addCommand(diff)
}

async function showMapping(context: Context, document: string | undefined, options: ShowOptions): Promise<void> {
  const mapping = await mappingOf(context, document, options)
  const versions = `extraction ${mapping.extraction_version}, chart ${mapping.chart_document_version}, rules ${mapping.chart_rules_version}`
  const about = [mapping.mapping_id, versions, ...(mapping.stale ? ['stale: a newer one is being prepared'] : [])]
  const paint = (style: Style, text: string): string => context.terminal.paint(style, text)
  context.answer(
    mapping,
    [paint('faint', about.map(plain).join(' · ')), rowsToText(mappingRows(mapping, options), paint)].join('\n'),
  )
}

async function mappingOf(
  context: Context,
  document: string | undefined,
  options: ShowOptions,
): Promise<StatementMapping> {
  if (options.file !== undefined) return (await readJson(options.file)) as StatementMapping
  if (document === undefined || options.borrower === undefined)
    throw new UsageError('Name the document and its --borrower, or a --file.')
  const tieout = context.tieout()
  return options.wait
    ? waitForMapping(tieout, options.borrower, document)
    : tieout.getStatementMapping(options.borrower, document)
}

type DiffLine = MappingDiff['lines'][number]
const LINE_COLUMNS: readonly Column<DiffLine>[] = [
  { head: 'line', cell: (line) => line.label },
  { head: 'change', cell: (line) => line.change },
  { head: 'from', cell: (line) => line.from ?? '' },
  { head: 'to', cell: (line) => line.to ?? '' },
  { head: 'was', cell: (line) => figures(line.from_values), right: true },
  { head: 'is', cell: (line) => figures(line.to_values), right: true },
]
type DiffMeasure = MappingDiff['measures'][number]
const MEASURE_COLUMNS: readonly Column<DiffMeasure>[] = [
  { head: 'measure', cell: (one) => one.measure },
  { head: 'year', cell: (one) => String(one.fiscal_year) },
  { head: 'was', cell: (one) => grouped(one.from), right: true },
  { head: 'is', cell: (one) => grouped(one.to), right: true },
  { head: 'difference', cell: (one) => grouped(one.difference), right: true },
]

const figures = (values: readonly (string | null)[] | null): string =>
  (values ?? []).map((value) => grouped(value) || '-').join(' ')

async function showDiff(
  context: Context,
  document: string,
  { borrower, from }: { borrower: string; from: string },
): Promise<void> {
  const diff = await context.tieout().diffStatementMappings(borrower, document, { from })
  const parts = [
    ...(diff.lines.length > 0 ? [table(diff.lines, LINE_COLUMNS)] : []),
    ...(diff.measures.length > 0 ? [table(diff.measures, MEASURE_COLUMNS)] : []),
  ]
  context.answer(diff, parts.length > 0 ? parts.join('\n\n') : 'Nothing is different.')
  if (parts.length > 0) context.code = 1
}
