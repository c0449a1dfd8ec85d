/** The first sheet: what the workbook is of, how the checks went, what it was made from, and where to find what. */
import { formatCents } from '../../lib/money.ts'
import { countOfState } from './checks-sheet.ts'
import { figure, text } from './draft.ts'
import type { DraftCell, DraftSheet } from './draft.ts'
import type { WorkbookInput } from './input.ts'
import { heads, pageWords, sectionRow } from './sheet-parts.ts'

export interface SheetIndex {
  readonly name: string
  readonly about: string
}

const WIDTH = 6

/** Rows of the counts, for the names that other workbooks and macros use. Counted from 1. */
export const COUNT_ROWS = { Checks_failed: 9, Checks_not_proved: 10, Checks_proved: 11 } as const

export function summarySheet(
  input: WorkbookInput,
  sheets: { readonly name: string; readonly checks: string; readonly index: readonly SheetIndex[] },
): DraftSheet {
  const fact = (label: string, of: DraftCell): DraftCell[] => [text(label, { role: 'quiet' }), of]
  const plain = (words: string): DraftCell => text(words)
  const count = (state: 'failed' | 'not_proved' | 'proved'): DraftCell =>
    countOfState(input.checks, state, sheets.checks, true)
  return {
    name: sheets.name,
    widths: [30, 62, 34, 10, 10, 14],
    rows: [
      [text(`${input.borrower ?? 'Borrower without a name'} · Financial statements and cash flow`, { role: 'title' })],
      [text('Every printed figure links to its page; every derived figure is a formula over printed ones.', { role: 'subtitle' })],
      [],
      fact('Loan', plain(input.loanName === null ? input.loanId : `${input.loanName} (${input.loanId})`)),
      fact('Amount requested', input.amount === null
        ? plain('not stated')
        : figure({ value: formatCents(input.amount), unit: 'usd' }, { role: 'plain', align: 'left' })),
      fact('Figures', plain(input.basis)),
      fact('Made from', text(input.fingerprint, { role: 'quiet' })),
      sectionRow('Checks', WIDTH),
      fact('Failed', count('failed')),
      fact('Not proved', count('not_proved')),
      fact('Proved', count('proved')),
      sectionRow('Documents', WIDTH),
      [...heads(['Company', 'Document', 'Id', 'Revision', 'Pages', 'Mapping'], 'left')],
      ...input.documents.map((one) => [
        plain(one.company ?? 'unknown, so that no measure takes it'),
        plain(one.title),
        text(one.id, { role: 'quiet' }),
        text(String(one.extractionVersion), { role: 'quiet' }),
        text(pageWords(one.pages), { role: 'quiet' }),
        text(one.mapping?.state ?? one.mappingState ?? '', { role: 'quiet' }),
      ]),
      ...(input.documents.length === 0 ? [[plain('No document of this loan has been read yet.')]] : []),
      sectionRow('Colours', WIDTH),
      [figure({ value: '1234.56', unit: 'usd' }, { role: 'printed', align: 'left' }), plain('printed in a document: the note names its page, the cell leads there')],
      [figure({ value: '1234.56', unit: 'usd' }, { role: 'derived', align: 'left' }), plain('a formula over other cells')],
      [figure({ value: '-1234.56', unit: 'usd' }, { role: 'given', align: 'left' }), plain('given by a person, or stated without a printed line')],
      sectionRow('Sheets', WIDTH),
      ...sheets.index.map(({ name, about }) => [
        text(name, { link: { kind: 'inside', sheet: name, cell: 'A1' } }),
        text(about, { role: 'quiet' }),
      ]),
    ], // prettier-ignore
    frozen: { rows: 2, columns: 0 },
    heading: 'Summary',
    states: null,
    hasFilter: false,
  }
}
