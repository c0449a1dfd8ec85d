/** What a reader needs to check a memo: how good its documents are, what is left open, and where each of them is. */
import type { MemoCell, MemoPart, MemoRow, MemoTable } from '../model/memo.ts'
import type { ProofState } from '../model/extraction.ts'
import { formatFigure, inWords, referenceOf } from './figures.ts'
import type { Unproved } from './figures.ts'
import type { MemoInput, MemoSource } from './input.ts'
import { statementTables, textColumn } from './tables.ts'

const STATES: Readonly<Record<ProofState, Pick<MemoCell, 'text' | 'tone'>>> = {
  proved: { text: 'proved', tone: 'good' },
  failed: { text: 'failed', tone: 'bad' },
  not_proved: { text: 'not proved', tone: 'bad' },
}
/** A document that fails everywhere is not listed line by line. */
const MOST_OPEN = 6

const cell = (text: string, small: string | null = null, tone: MemoCell['tone'] = 'plain'): MemoCell => ({
  text,
  small,
  tone,
})

const row = (...cells: MemoCell[]): MemoRow => ({ style: 'plain', depth: 0, cells })

/** Every document with what was proved of it, then each check that was not, and why. */
export function qualityParts({ documents }: MemoInput): MemoPart[] {
  if (documents.length === 0) return []
  const rows = documents.map((one) =>
    row(
      cell(one.mark),
      cell(one.category, one.entityName),
      cell(one.assurance?.replaceAll('_', ' ') ?? 'not stated', null, one.assurance === null ? 'muted' : 'plain'),
      cell(one.mappingState ?? 'read as printed', null, one.mappingState === 'unfooted' ? 'bad' : 'plain'),
      cell(
        STATES[one.proof.state].text,
        `${one.proof.passed} of ${one.proof.total} checks`,
        STATES[one.proof.state].tone,
      ),
    ),
  )
  const quality: MemoTable = {
    kind: 'table',
    summary: 'Statement quality: what was proved of each document',
    columns: [
      textColumn('', 0.35),
      textColumn('Document', 2),
      textColumn('Assurance', 1),
      textColumn('On the chart', 1),
      textColumn('Proof', 1),
    ],
    rows,
    notes: [],
  }
  const open = documents.flatMap(openRows)
  return [{ kind: 'heading', text: 'Statement quality' }, quality, ...(open.length === 0 ? [] : openParts(open))]
}

function openRows({ mark, open }: MemoSource): MemoRow[] {
  const shown = open.slice(0, MOST_OPEN).map(({ name, state, why, pages }) => {
    const at = pages.length === 0 ? '' : ` p${[...new Set(pages)].join(', ')}`
    return row(
      cell(`${mark}${at}`),
      cell(inWords(name)),
      cell(STATES[state].text, null, STATES[state].tone),
      cell(why ?? 'The document prints nothing to test it against.', null, why === null ? 'muted' : 'plain'),
    )
  })
  const more = open.length - shown.length
  return more <= 0
    ? shown
    : [...shown, row(cell(mark), cell(`${more} more`), cell(''), cell('Read the document’s proofs.'))]
}

function openParts(rows: readonly MemoRow[]): MemoPart[] {
  const columns = [textColumn('Where', 0.7), textColumn('Check', 1.3), textColumn('State', 0.8), textColumn('Why', 2.6)]
  return [
    { kind: 'heading', text: 'What is not proved' },
    { kind: 'table', summary: 'Checks that are not proved', columns, rows, notes: [] },
  ]
}

export function appendixParts(input: MemoInput, unproved: Unproved, silent: readonly string[]): MemoPart[] {
  return [
    ...input.entities.flatMap((entity): MemoPart[] => {
      const tables = statementTables(entity, unproved)
      return tables.length === 0
        ? []
        : [{ kind: 'heading', text: `Statements on the chart: ${entity.name}` }, ...tables]
    }),
    ...givenParts(input),
    ...checkParts(input, unproved),
    { kind: 'heading', text: 'Sources' },
    {
      kind: 'text',
      text:
        'D1, D2 and so on are the documents below; p is the page of the uploaded file. “calc” marks a figure that follows ' +
        'from others by the formula under its name; the pages are those that it rests on.',
    },
    sourceTable(input),
    ...(silent.length === 0
      ? []
      : [{ kind: 'text', text: `Without words or figures: ${silent.join('; ')}.` } as const]),
    ...(input.unused.length === 0
      ? []
      : [{ kind: 'text', text: `Given and not used: ${input.unused.join('; ')}.` } as const]),
  ]
}

function givenParts({ given }: MemoInput): MemoPart[] {
  if (given.length === 0) return []
  const rows = given.map(({ key, fiscalYear, value, note }) =>
    row(
      cell(inWords(key)),
      cell(fiscalYear === null ? 'every period' : `FY ${fiscalYear}`),
      cell(note),
      cell(formatFigure(value, 'usd'), 'analyst'),
    ),
  )
  const columns = [textColumn('Figure', 1.4), textColumn('Period', 0.8), textColumn('Reason', 2)]
  return [
    { kind: 'heading', text: 'Given by the analyst' },
    {
      kind: 'table',
      summary: 'Figures that no document states',
      columns: [...columns, { head: 'Amount', sub: null, isFigure: true, share: 1 }],
      rows,
      notes: [],
    },
  ]
}

const CHECKS: Readonly<Record<string, string>> = {
  receivables: 'Receivables: aging and balance sheet',
  payables: 'Payables: aging and balance sheet',
  debt: 'Debt: schedule and balance sheet',
  cash: 'Cash: bank statements and balance sheet',
  equity_movement: 'Equity: its change and the result of the year',
  net_income_return: 'Net income: books and tax return',
  k1_income: 'K-1 income: business and personal return',
}

/** Documents against each other. The amounts are left to the check itself: many are of no period of the spread. */
function checkParts({ checks }: MemoInput, unproved: Unproved): MemoPart[] {
  const compared = checks.filter(({ date }) => date !== null)
  if (compared.length === 0) return []
  const rows = compared.map(({ name, state, date, places }) =>
    row(
      cell(CHECKS[name] ?? inWords(name)),
      cell(date ?? ''),
      cell(STATES[state].text, null, STATES[state].tone),
      cell(referenceOf(places, unproved)),
    ),
  )
  const columns = [textColumn('Check', 2), textColumn('As of', 0.8), textColumn('State', 0.8), textColumn('Where', 1.4)]
  return [
    { kind: 'heading', text: 'Documents against each other' },
    { kind: 'table', summary: 'Documents against each other', columns, rows, notes: [] },
  ]
}

function sourceTable({ documents }: MemoInput): MemoTable {
  const rows = documents.map((one) =>
    row(
      cell(one.mark),
      cell(
        one.fileName ?? 'deleted',
        `${one.category}, ${pagesText(one.pages)}`,
        one.fileName === null ? 'muted' : 'plain',
      ),
      cell(`${one.documentId}, extraction ${one.extractionVersion}`, `SHA-256 ${one.extractionHash}`),
    ),
  )
  return {
    kind: 'table',
    summary: 'Sources: every document with the hash of what was read from it',
    columns: [textColumn('', 0.3), textColumn('File', 1.7), textColumn('Document and what was read from it', 2.6)],
    rows,
    notes: [],
  }
}

/** Pages in runs: 1–3, 7. */
function pagesText(pages: readonly number[]): string {
  const runs: [number, number][] = []
  for (const page of pages) {
    const last = runs.at(-1)
    if (last && page === last[1] + 1) last[1] = page
    else runs.push([page, page])
  }
  const text = runs.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`)).join(', ')
  return `${pages.length === 1 ? 'page' : 'pages'} ${text}`
}
