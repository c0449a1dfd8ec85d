/**
 * `npm run eval -- captions [--corpus DIR] [--show training|held-out]`
 *
 * Real captions with the section that their own source files them in: how many does the lexicon put there, and how
 * many find an account? A fifth of them, whole sources at a time, is held out: the lexicon was written without them.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { prepareRules } from '../server/src/engine/chart/caption-rules.ts'
import { readCaption } from '../server/src/engine/chart/caption.ts'
import { platformChart } from '../server/src/engine/chart/chart.ts'
import type { Account } from '../server/src/engine/chart/chart.ts'
import { headingKindOf } from '../server/src/engine/chart/structure-captions.ts'
import { placeLine } from '../server/src/engine/map/place.ts'
import { readLines } from '../server/src/engine/map/printed-lines.ts'
import { readSections } from '../server/src/engine/map/sections.ts'
import type { Statement } from '../server/src/engine/model/statement.ts'
import { centsOf } from '../server/src/lib/money.ts'
import { requiredCorpus } from './corpus.ts'
import type { EvalResult } from './result.ts'

interface Row {
  readonly caption: string
  /** As its own source files it; `unknown` where the source does not say. */
  readonly section: string
  readonly source: string
  /** The source's heading path for it, outermost first; null where it has none. */
  readonly headings: readonly string[] | null
}

interface Judged extends Row {
  /** The section it is counted in, and the one its account belongs to by nature. */
  readonly printed: string
  readonly natural: string
  readonly account: string | null
  readonly right: boolean
}

/** Enough of the held-out captions must come out right. */
const BAR = 0.92
/** One source in so many is held out. */
const HELD_OUT_OF = 5

export function isHeldOut(source: string): boolean {
  return parseInt(createHash('sha256').update(source).digest('hex').slice(0, 8), 16) % HELD_OUT_OF === 0
}

export function run(args: string[]): Promise<EvalResult> {
  const { show, corpus } = parseArgs({ args, options: { corpus: { type: 'string' }, show: { type: 'string' } } }).values
  const judged = readRows(readFileSync(`${requiredCorpus(corpus)}/captions.csv`, 'utf8')).map(judge)
  const heldOut = judged.filter((row) => isHeldOut(row.source))
  const training = judged.filter((row) => !isHeldOut(row.source))
  console.log(`${judged.length} captions of ${new Set(judged.map((row) => row.source)).size} sources`)
  report('built on', training)
  const figures = report('held out', heldOut)
  printConfusion(heldOut.filter(isCounted))
  const shown = show === 'training' ? training : show === 'held-out' ? heldOut : []
  for (const row of shown.filter((one) => isCounted(one) && !one.right))
    console.log(
      `${row.section} → ${row.printed}/${row.account ?? '-'}  ${row.caption}   [${row.headings?.join(' > ') ?? ''}]`,
    )
  if (show !== undefined)
    for (const row of shown.filter((one) => isCounted(one) && one.account === null))
      console.log(`no account  ${row.printed}  ${row.caption}   [${row.headings?.join(' > ') ?? ''}]`)
  return Promise.resolve({
    figures,
    scoreName: 'section accuracy on held-out captions with a heading',
    score: figures.accuracy,
    bar: BAR,
  })
}

/** With a heading to stand under and a section to be held against. */
function isCounted(row: Row): boolean {
  return row.headings !== null && row.section !== 'unknown' && row.section !== 'subtotal'
}

function report(name: string, rows: readonly Judged[]) {
  const counted = rows.filter(isCounted)
  const share = (list: readonly Judged[], test: (row: Judged) => boolean) =>
    list.length === 0 ? 0 : list.filter(test).length / list.length
  const totals = rows.filter((row) => row.section === 'subtotal')
  const figures = {
    captions: rows.length,
    withHeadingAndSection: counted.length,
    accuracy: share(counted, (row) => row.right),
    printedSectionAlone: share(counted, (row) => row.printed === row.section),
    accountCoverage: share(counted, (row) => row.account !== null),
    accountCoverageOfAll: share(
      rows.filter((row) => row.section !== 'subtotal'),
      (row) => row.account !== null,
    ),
    totalsRecognised: share(totals, (row) => row.printed === 'subtotal'),
  }
  console.log(
    `${name.padEnd(9)} ${String(figures.captions).padStart(5)} captions, ${figures.withHeadingAndSection} with heading and section: ` +
      `section ${figures.accuracy.toFixed(3)} (${figures.printedSectionAlone.toFixed(3)} by the printed section alone), ` +
      `account ${figures.accountCoverage.toFixed(3)}; account of all ${figures.accountCoverageOfAll.toFixed(3)}; ` +
      `${totals.length} totals, ${figures.totalsRecognised.toFixed(3)} known for totals`,
  )
  return figures
}

function printConfusion(rows: readonly Judged[]): void {
  const answers = rows.map((row) => (row.right ? row.section : row.printed))
  const names = [...new Set([...rows.map((row) => row.section), ...answers])].sort()
  console.log(`\nheld out, filed by its source in (rows) and by the engine in (columns)`)
  console.log(`${''.padEnd(15)}${names.map((name) => name.slice(0, 13).padStart(14)).join('')}`)
  for (const name of names) {
    const cells = names.map((other) => rows.filter((row, at) => row.section === name && answers[at] === other).length)
    console.log(`${name.padEnd(15)}${cells.map((count) => String(count).padStart(14)).join('')}`)
  }
  console.log()
}

const PLACER = { chart: platformChart(), rules: prepareRules([]) }

/** Reads the caption under its headings as a page would print it. */
function judge(row: Row): Judged {
  const lines = readLines(pageOf(row))
  const line = lines.at(-1)
  if (!line || line.kind.is !== 'detail')
    return { ...row, printed: 'subtotal', natural: 'subtotal', account: null, right: row.section === 'subtotal' }
  const position = readSections(lines, null, PLACER.chart).positions[line.index]
  if (!position) throw new Error(`${row.caption} has no position`)
  const placement = placeLine(PLACER, line.caption, position)
  const printed = placement.place ?? 'none'
  const natural = placement.account ? naturalSection(placement.account) : printed
  const right = row.section === printed || row.section === natural
  return { ...row, printed, natural, account: placement.nodeKey, right }
}

/**
 * A line stays in the section it prints in, and the chart has accounts that say what it is there: interest among
 * operating expenses stands on an account of interest. A source that files such a caption by what it is, is met.
 */
function naturalSection({ roles, place, id }: Account): string {
  if (roles.has('interest')) return 'interest'
  if (roles.has('income_tax')) return 'taxes'
  if (roles.has('disposition')) return 'dispositions'
  if (roles.has('interest_income')) return 'other_income'
  return id === 'opex.cost_of_goods' ? 'cogs' : place
}

function pageOf({ caption, headings }: Row): Statement {
  const labels = [...(headings ?? []), caption]
  return {
    documentId: 'caption',
    periods: [{ fiscalYear: 2024, periodEnd: null, label: null, monthsCovered: null }],
    lines: labels.map((label, depth) => ({
      key: String(depth),
      label,
      depth,
      values: [depth === labels.length - 1 ? centsOf(10_000n) : null],
      sources: [null],
    })),
    scale: 1,
  }
}

function readRows(csv: string): Row[] {
  const [, ...records] = csv
    .split('\n')
    .filter((line) => line !== '')
    .map(readRecord)
  return records.map(([caption = '', section = '', source = '', type = '']) => ({
    caption,
    section,
    source,
    headings: headingsOf(type),
  }))
}

/** What the account types of accounting systems print as on a statement. */
const PRINTED_TYPES: Readonly<Record<string, string>> = {
  'direct costs': 'Cost of Sales',
  expense: 'Expenses',
  expenses: 'Expenses',
  overhead: 'Expenses',
  'other income': 'Other Income',
  revenue: 'Income',
  sales: 'Income',
  income: 'Income',
}

/**
 * The headings a statement made from the source would print over the caption. A path such as `Expense / Expenses >
 * Cost of Sales > Labour` begins with the kind of account; where a later part names a section, that is the heading,
 * and what precedes it is only the account's kind.
 */
export function headingsOf(type: string): string[] | null {
  const [root = '', ...rest] = type.replaceAll('_', ' ').split(/\s*(?:\/|>|:)\s*/)
  const printed = PRINTED_TYPES[root.toLowerCase()] ?? /^Part [IVX]+ (?<name>.+)$/.exec(root)?.groups?.['name'] ?? null
  // A table that is only known to be of income has no heading to go by.
  if (printed === null || type === 'income') return null
  const path = rest.filter((part) => part !== '' && !/^(?:EXP|REV)(?:\.[A-Z]+)*$/.test(part))
  const named = path.filter((part) => !(part.toLowerCase() in PRINTED_TYPES))
  const section = named.findLastIndex((part) => headingKindOf(readCaption(part)) !== null)
  return section >= 0 ? named.slice(section) : [printed, ...named]
}

/** One line of a CSV file; a field in quotes may hold commas. */
function readRecord(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
    (quoted?.replaceAll('""', '"') ?? plain ?? '').trim(),
  )
}
