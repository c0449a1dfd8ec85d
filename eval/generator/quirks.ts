/**
 * What real statements do that a neat tree of sums does not: totals above their parts or without a caption, accounts
 * with an amount of their own beside sub-accounts, lines that stand in no sum.
 */
import type { StatementClass } from '../../server/src/engine/model/extraction.ts'
import type { ContentLine } from './content.ts'
import type { Random } from './random.ts'

export type Quirk =
  /** A group's total stands on its heading, and nothing behind its parts. */
  | 'totals-above'
  /** A section's sum without a caption. */
  | 'silent-totals'
  /** An account has an amount of its own and sub-accounts too. */
  | 'parent-amounts'
  /** `of which` below a line. */
  | 'memo-lines'
  /** Amounts per share below the bottom line. */
  | 'per-share'
  /** A section without lines and its zero. */
  | 'empty-section'
  /** Other comprehensive income below the bottom line. */
  | 'comprehensive'
  /** A row of percents amid the amounts. */
  | 'percent-row'

const MEMO = 'of which related parties'
/** A total above its parts is what these programs do with groups of accounts, never with whole statements. */
const GROUPS =
  /^(?:Bank Accounts|Fixed Assets|Other Assets|Current Liabilities|Long-Term Liabilities|Payroll Expenses)$/

export function applyQuirks(
  lines: readonly ContentLine[],
  quirks: readonly Quirk[],
  of: StatementClass,
  random: Random,
): ContentLine[] {
  let shown = [...lines]
  if (quirks.includes('totals-above')) shown = totalsAbove(shown)
  if (quirks.includes('silent-totals'))
    shown = shown.map((line) => (isGroupTotal(line) ? { ...line, label: '' } : line))
  if (quirks.includes('parent-amounts')) shown = parentAmounts(shown)
  if (quirks.includes('memo-lines')) shown = memoLines(shown, random)
  if (quirks.includes('empty-section')) shown = emptySection(shown)
  if (of !== 'profit-loss') return shown
  if (quirks.includes('percent-row')) shown = percentRow(shown)
  if (quirks.includes('comprehensive')) shown = comprehensive(shown, random)
  if (quirks.includes('per-share')) shown = perShare(shown, random)
  return shown
}

function groupOf(line: ContentLine): string {
  return line.label.replace(/^total (?:for )?/i, '').replace(/(?:^|[\s-])\p{Ll}/gu, (start) => start.toUpperCase())
}

function isGroupTotal(line: ContentLine): boolean {
  return line.role === 'total' && GROUPS.test(groupOf(line))
}

function totalsAbove(lines: readonly ContentLine[]): ContentLine[] {
  const totals = new Map(lines.filter(isGroupTotal).map((line) => [groupOf(line), line]))
  return lines.flatMap((line) => {
    if (isGroupTotal(line)) return []
    const total = line.role === 'heading' ? totals.get(line.label) : undefined
    return total ? [{ ...line, role: 'total' as const, values: total.values }] : [line]
  })
}

/** The first sub-account's amount becomes the parent's own. */
function parentAmounts(lines: readonly ContentLine[]): ContentLine[] {
  const shown = [...lines]
  const at = shown.findIndex(
    (line) => line.role === 'heading' && /^(?:Payroll Expenses|Bank Accounts)$/.test(line.label),
  )
  const [heading, first] = [shown[at], shown[at + 1]]
  if (!heading || first?.role !== 'line') return shown
  shown.splice(at, 2, { ...heading, role: 'line', values: first.values })
  return shown
}

function memoLines(lines: readonly ContentLine[], random: Random): ContentLine[] {
  const candidates = lines.flatMap((line, index) =>
    line.role === 'line' && line.values.every((value) => value !== null && value > 10_000n) ? [index] : [],
  )
  if (candidates.length === 0) return [...lines]
  const at = random.pick(candidates)
  const owner = lines[at] as ContentLine
  const part = owner.values.map((value) => ((value ?? 0n) / 300n) * 100n)
  return lines.toSpliced(at + 1, 0, { ...owner, label: MEMO, depth: owner.depth + 1, values: part })
}

function emptySection(lines: readonly ContentLine[]): ContentLine[] {
  const at = lines.findIndex((line) => line.role === 'total')
  const model = lines[at]
  if (!model) return [...lines]
  const zeros = model.values.map(() => 0n)
  return lines.toSpliced(
    at + 1,
    0,
    { ...model, label: 'Deferred Items', role: 'heading', values: [] },
    { ...model, label: 'Total Deferred Items', values: zeros },
  )
}

function percentRow(lines: readonly ContentLine[]): ContentLine[] {
  const at = lines.findIndex((line) => line.label === 'Gross Profit')
  const [gross, revenue] = [lines[at], lines.find((line) => line.role === 'total')]
  if (!gross || !revenue) return [...lines]
  const percents = gross.values.map((value, index) => {
    const base = revenue.values[index] ?? 0n
    return base === 0n ? null : Number(((value ?? 0n) * 1000n) / base) / 10
  })
  return lines.toSpliced(at + 1, 0, {
    ...gross,
    label: 'Gross margin %',
    role: 'line',
    values: gross.values.map(() => null),
    percents,
  })
}

function comprehensive(lines: readonly ContentLine[], random: Random): ContentLine[] {
  const net = lines.at(-1)
  if (!net) return [...lines]
  const other = net.values.map(() => BigInt(random.between(-900, 900)) * 100n)
  return [
    ...lines,
    { ...net, label: 'Other comprehensive income (loss)', role: 'heading', values: [] },
    { ...net, label: 'Foreign currency translation adjustments', role: 'line', depth: 1, values: other },
    {
      ...net,
      label: 'Comprehensive income',
      role: 'result',
      values: net.values.map((value, index) => (value ?? 0n) + (other[index] ?? 0n)),
    },
  ]
}

function perShare(lines: readonly ContentLine[], random: Random): ContentLine[] {
  const last = lines.at(-1)
  if (!last) return [...lines]
  const line = { ...last, role: 'line' as const, depth: 1, cents: true }
  return [
    ...lines,
    { ...last, label: 'Earnings per share:', role: 'heading', values: [] },
    { ...line, label: 'Basic earnings per share', values: last.values.map(() => BigInt(random.between(20, 900))) },
    { ...line, label: 'Diluted earnings per share', values: last.values.map(() => BigInt(random.between(20, 900))) },
  ]
}
