/** A balance sheet to attributes: its totals as printed, and the lines between them added up by what they are. */
import { foldText } from '../../lib/fold.ts'
import type { Cents } from '../../lib/money.ts'
import { formatCents, magnitude, negate } from '../../lib/money.ts'
import { balanceRoleOf } from '../chart/statement-captions.ts'
import type { BalanceRole } from '../chart/statement-captions.ts'
import type { PrintedStatement, SpreadDocumentFacts } from '../model/spread.ts'
import type { StatementLine } from '../model/statement.ts'
import { BALANCE_ENTRIES } from './balance-captions.ts'
import type { BalanceEntry, Side } from './balance-captions.ts'
import { addUp, assuranceRank, readingsOf } from './readings.ts'
import type { Input, PeriodReadings, Reading, Readings } from './readings.ts'

type Document = SpreadDocumentFacts & PrintedStatement

export function balanceSheetToReadings(document: Document, order: number): PeriodReadings[] {
  const { periods, lines } = document.statement
  const sorted = sortLines(lines)
  return periods.map((period, at) => ({
    documentId: document.id,
    kind: 'balance-sheet',
    entityKey: document.entityKey,
    basis: 'financial_statement',
    isInstant: true,
    period: { ...period, monthsCovered: null },
    rank: [assuranceRank(document.assurance), order],
    readings: readingsAt(document, sorted, at),
    statement: null,
  }))
}

interface SortedLines {
  readonly totals: ReadonlyMap<BalanceRole, StatementLine>
  /** By attribute: the total that is it, or else the lines that make it. */
  readonly parts: ReadonlyMap<string, readonly StatementLine[]>
}

function sortLines(lines: readonly StatementLine[]): SortedLines {
  const totals = new Map<BalanceRole, StatementLine>()
  const at = new Map<BalanceRole, number>()
  for (const [index, line] of lines.entries()) {
    const role = balanceRoleOf(line.label)
    if (role === null || role === 'cash' || line.values.every((value) => value === null)) continue
    totals.set(role, line)
    at.set(role, index)
  }
  const [assetsEnd, currentEnd] = [at.get('total_assets'), at.get('total_current_liabilities')]
  const claimsEnd = at.get('total_liabilities') ?? lines.length
  const found = new Map<string, { whole: StatementLine | null; lines: StatementLine[] }>()
  for (const [index, line] of lines.entries()) {
    if ([...at.values()].includes(index) || index > claimsEnd) continue
    const side: Side | null = assetsEnd === undefined ? null : index < assetsEnd ? 'assets' : 'claims'
    const isCurrent = currentEnd === undefined ? null : index < currentEnd
    const entry = entryOf(foldText(line.label), side, isCurrent)
    if (!entry) continue
    const seen = found.get(entry.key) ?? { whole: null, lines: [] }
    if (entry.total?.test(foldText(line.label))) seen.whole = line
    else if (!/^(?:total|net)\b/.test(foldText(line.label))) seen.lines.push(line)
    found.set(entry.key, seen)
  }
  const parts = [...found].map(([key, { whole, lines: own }]) => [key, whole ? [whole] : own] as const)
  return { totals, parts: new Map(parts) }
}

function entryOf(caption: string, side: Side | null, isCurrent: boolean | null): BalanceEntry | null {
  const fits = (entry: BalanceEntry): boolean =>
    (side === null || entry.side === side) &&
    (entry.current === undefined || entry.current === (isCurrent ?? false)) &&
    (entry.total?.test(caption) === true || entry.line.test(caption))
  return BALANCE_ENTRIES.find(fits) ?? null
}

function readingsAt(document: Document, { totals, parts }: SortedLines, at: number): Readings {
  const total = (role: BalanceRole) => addUp(figuresOf(document, [totals.get(role)], at))
  const claims = total('total_liabilities_and_equity')
  const [liabilities, equity] = [total('total_liabilities'), total('total_equity')]
  return readingsOf([
    ...[...parts].map(([key, lines]) => [key, addUp(figuresOf(document, lines, at))] as const),
    ['total_current_assets', total('total_current_assets')],
    ['total_assets', total('total_assets')],
    ['total_current_liabilities', total('total_current_liabilities')],
    // What is printed of the three gives the third.
    ['total_liabilities', liabilities ?? difference(claims, equity)],
    ['net_worth', equity ?? difference(claims, liabilities)],
  ])
}

function difference(whole: Reading | null, part: Reading | null): Reading | null {
  if (!whole || !part) return null
  const value = addUp([
    { value: whole.value, input: whole.inputs[0] as Input },
    { value: negate(part.value), input: part.inputs[0] as Input },
  ])
  return value && { ...value, note: 'the total of both less the other one' }
}

function figuresOf(
  document: Document,
  lines: readonly (StatementLine | undefined)[],
  at: number,
): { value: Cents; input: Input }[] {
  return lines.flatMap((line) => {
    const value = line?.values[at] ?? null
    const address = line?.sources[at]?.address ?? null
    if (line === undefined || value === null || address === null) return []
    return [{ value: asCounted(line.label, value), input: figureInput(document.id, address, value) }]
  })
}

/** What is taken off is printed in brackets, or as a plain figure behind a word that says so. */
function asCounted(label: string, value: Cents): Cents {
  return /^less\b|\ballowance for\b|\baccumulated (?:depreciation|amortization)\b/.test(foldText(label))
    ? negate(magnitude(value))
    : value
}

export function figureInput(documentId: string, address: string, value: Cents): Input {
  return { kind: 'figure', ref: address, documentId, mappingId: null, period: null, value: formatCents(value) }
}
