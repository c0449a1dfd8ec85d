/** What a bank statement truly says: read by a person, or known because the generator printed it. */
import { existsSync, globSync, readFileSync } from 'node:fs'

export interface TruthTransaction {
  /** ISO, or null where the page prints a placeholder. */
  readonly date: string | null
  readonly amount: string
  readonly balance: string | null
  readonly page: number
}

export interface TruthAccount {
  readonly number_last4: string | null
  readonly period_start: string | null
  readonly period_end: string | null
  readonly opening: string | null
  readonly closing: string | null
  readonly holder: string | null
  readonly bank: string | null
  readonly transactions: readonly TruthTransaction[]
}

export interface BankTruth {
  readonly name: string
  /** False for papers that lie among bank statements and are none. */
  readonly isBankStatement: boolean
  readonly accounts: readonly TruthAccount[]
  /** The page itself does not add up: nothing may call it proved. */
  readonly misprinted: boolean
}

interface Label {
  readonly file: string
  readonly class: string
  readonly accounts?: readonly TruthAccount[]
  readonly printed_errors: readonly unknown[]
}

export function corpusBankStatements(corpus: string): { path: string; truth: BankTruth }[] {
  const folder = `${corpus}/labels/bank-statements`
  return globSync(`${folder}/**/*.json`)
    .sort()
    .flatMap((file) => {
      const path = `${corpus}/bank-statements/${file.slice(folder.length + 1, -'.json'.length)}`
      if (!existsSync(path)) return []
      const label = JSON.parse(readFileSync(file, 'utf8')) as Label
      return [{ path, truth: truthOf(label) }]
    })
}

function truthOf(label: Label): BankTruth {
  return {
    name: label.file,
    isBankStatement: label.class === 'bank-statements',
    accounts: label.accounts ?? [],
    misprinted: label.printed_errors.length > 0,
  }
}
