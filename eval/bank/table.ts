/** Scores of many bank statements as one row of a table. */
import type { BankScore } from './score.ts'

export interface BankSummary {
  readonly documents: number
  readonly classRight: number
  readonly f1: number
  readonly balances: number
  readonly facts: number
  readonly proved: number
  readonly falseProofs: number
}

export function summariseBank(scores: readonly BankScore[]): BankSummary {
  const sum = (of: (score: BankScore) => number): number => scores.reduce((total, score) => total + of(score), 0)
  return {
    documents: scores.length,
    classRight: share(
      sum((one) => (one.classRight ? 1 : 0)),
      scores.length,
    ),
    f1: share(
      2 * sum((one) => one.transactionsRight),
      sum((one) => one.transactionsTrue + one.transactionsRead),
    ),
    balances: share(
      sum((one) => one.balancesRight),
      sum((one) => one.balancesTrue),
    ),
    facts: share(
      sum((one) => one.factsRight),
      sum((one) => one.factsTrue),
    ),
    proved: sum((one) => (one.allProved ? 1 : 0)),
    falseProofs: sum((one) => (one.falseProof ? 1 : 0)),
  }
}

/** 0 of 0 is no success: a share of nothing is not a number. */
function share(part: number, whole: number): number {
  return whole === 0 ? NaN : part / whole
}

export function printBankTable(rows: readonly (readonly [string, BankSummary])[]): void {
  const heads = ['', 'docs', 'class', 'tx F1', 'balances', 'facts', 'proved', 'FALSE']
  const cells = rows.map(([set, one]) => [
    set,
    String(one.documents),
    ...[one.classRight, one.f1, one.balances, one.facts].map((value) => (Number.isNaN(value) ? '–' : value.toFixed(4))),
    String(one.proved),
    String(one.falseProofs),
  ])
  const widths = heads.map((head, index) => Math.max(head.length, ...cells.map((row) => (row[index] ?? '').length)))
  for (const row of [heads, ...cells])
    console.log(
      row
        .map((cell, index) => (index === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[index] ?? 0)))
        .join('  '),
    )
}
