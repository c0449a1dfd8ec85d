/** One bank statement scored. A transaction is right when its date and its amount are, in the order of the page. */
import type { BankAccount, BankReading } from '../../server/src/engine/model/bank.ts'
import type { Figure, Proof } from '../../server/src/engine/model/extraction.ts'
import { formatCents } from '../../server/src/lib/money.ts'
import type { BankTruth, TruthAccount } from './truth.ts'

export interface BankScore {
  readonly name: string
  readonly classRight: boolean
  readonly accountsTrue: number
  readonly accountsRead: number
  readonly transactionsTrue: number
  readonly transactionsRead: number
  readonly transactionsRight: number
  readonly balancesTrue: number
  readonly balancesRight: number
  /** Opening, closing, period and number: facts that the account states. */
  readonly factsTrue: number
  readonly factsRight: number
  readonly leftovers: number
  readonly allProved: boolean
  readonly falseProof: boolean
  readonly proofs: Readonly<Record<Proof['state'], number>>
  readonly misses: readonly string[]
}

const MAX_MISSES = 12

export function scoreBank(
  truth: BankTruth,
  classRight: boolean,
  reading: BankReading,
  proofs: readonly Proof[],
): BankScore {
  const pairs = pairAccounts(truth.accounts, reading.accounts)
  const misses: string[] = []
  let [right, balancesTrue, balancesRight, factsTrue, factsRight] = [0, 0, 0, 0, 0]
  for (const [index, account] of truth.accounts.entries()) {
    const read = pairs[index] ?? null
    const matched = matchTransactions(account, read, misses)
    right += matched.right
    balancesTrue += matched.balancesTrue
    balancesRight += matched.balancesRight
    for (const [name, expected, actual] of factsOf(account, read)) {
      factsTrue += 1
      if (expected === actual) factsRight += 1
      else misses.push(`${name}: expected ${expected}, read ${actual ?? 'nothing'}`)
    }
  }
  const transactionsTrue = truth.accounts.reduce((sum, account) => sum + account.transactions.length, 0)
  const transactionsRead = reading.accounts.reduce((sum, account) => sum + account.transactions.length, 0)
  const allProved = proofs.length > 0 && proofs.every((proof) => proof.state === 'proved')
  const isWrong =
    right < transactionsTrue || transactionsRead > transactionsTrue || balancesRight < balancesTrue || truth.misprinted
  return {
    name: truth.name,
    classRight,
    accountsTrue: truth.accounts.length,
    accountsRead: reading.accounts.length,
    transactionsTrue,
    transactionsRead,
    transactionsRight: right,
    balancesTrue,
    balancesRight,
    factsTrue,
    factsRight,
    leftovers: reading.leftovers.filter((one) => one.reason === 'unplaced').length,
    allProved,
    falseProof: allProved && (isWrong || moneyFactsWrong(truth.accounts, pairs)),
    proofs: {
      proved: proofs.filter((proof) => proof.state === 'proved').length,
      failed: proofs.filter((proof) => proof.state === 'failed').length,
      not_proved: proofs.filter((proof) => proof.state === 'not_proved').length,
    },
    misses: misses.slice(0, MAX_MISSES),
  }
}

/** By number, then in order. */
function pairAccounts(truth: readonly TruthAccount[], read: readonly BankAccount[]): (BankAccount | null)[] {
  const left = [...read]
  const take = (find: (account: BankAccount) => boolean): BankAccount | null => {
    const at = left.findIndex(find)
    return at < 0 ? null : (left.splice(at, 1)[0] ?? null)
  }
  const same = (a: TruthAccount, b: BankAccount): boolean =>
    a.number_last4 !== null &&
    a.number_last4 === b.numberLast4 &&
    (a.period_end === null || b.periodEnd === null || a.period_end === b.periodEnd)
  const byNumber = truth.map((account) => take((one) => same(account, one)))
  return byNumber.map((pair) => pair ?? take(() => true))
}

function matchTransactions(
  truth: TruthAccount,
  read: BankAccount | null,
  misses: string[],
): { right: number; balancesTrue: number; balancesRight: number } {
  const expected = truth.transactions
  const actual = read?.transactions ?? []
  const keyOfTruth = expected.map((one) => `${one.date ?? '–'} ${one.amount}`)
  const keyOfRead = actual.map((one) => `${one.date ?? '–'} ${formatCents(one.amount.value)}`)
  const pairs = longestCommon(keyOfTruth, keyOfRead)
  const [matchedTruth, matchedRead] = [new Set(pairs.map(([a]) => a)), new Set(pairs.map(([, b]) => b))]
  for (const [index, key] of keyOfTruth.entries()) if (!matchedTruth.has(index)) misses.push(`missed: ${key}`)
  for (const [index, key] of keyOfRead.entries())
    if (!matchedRead.has(index)) misses.push(`invented: ${key} ${actual[index]?.description.slice(0, 40) ?? ''}`)
  let [balancesTrue, balancesRight] = [0, 0]
  for (const [a, b] of pairs) {
    const balance = expected[a]?.balance ?? null
    if (balance === null) continue
    balancesTrue += 1
    if (textOf(actual[b]?.balance ?? null) === balance) balancesRight += 1
    else
      misses.push(
        `balance of ${keyOfTruth[a] ?? ''}: expected ${balance}, read ${textOf(actual[b]?.balance ?? null) ?? 'nothing'}`,
      )
  }
  return { right: pairs.length, balancesTrue, balancesRight }
}

/** Pairs of positions in both lists that keep their order: as many as can be. */
export function longestCommon(a: readonly string[], b: readonly string[]): [number, number][] {
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1))
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const row = lengths[i] as Uint32Array
      const below = lengths[i + 1] as Uint32Array
      row[j] = a[i] === b[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0)
    }
  const pairs: [number, number][] = []
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) pairs.push([i++, j++])
    else if ((lengths[i + 1]?.[j] ?? 0) >= (lengths[i]?.[j + 1] ?? 0)) i += 1
    else j += 1
  }
  return pairs
}

function factsOf(truth: TruthAccount, read: BankAccount | null): [string, string, string | null][] {
  const facts: [string, string | null, string | null][] = [
    ['opening', truth.opening, textOf(read?.opening ?? null)],
    ['closing', truth.closing, textOf(read?.closing ?? null)],
    ['number', truth.number_last4, read?.numberLast4 ?? null],
    ['period start', truth.period_start, read?.periodStart ?? null],
    ['period end', truth.period_end, read?.periodEnd ?? null],
    ['holder', foldOrNull(truth.holder), foldOrNull(read?.holder ?? null)],
  ]
  return facts.flatMap(([name, expected, actual]) =>
    expected === null ? [] : [[name, expected, actual] as [string, string, string | null]],
  )
}

function foldOrNull(name: string | null): string | null {
  return name === null ? null : name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

function moneyFactsWrong(truth: readonly TruthAccount[], pairs: readonly (BankAccount | null)[]): boolean {
  return truth.some((account, index) => {
    const read = pairs[index] ?? null
    const isOther = (expected: string | null, figure: Figure | null): boolean =>
      expected !== null && textOf(figure) !== expected
    return isOther(account.opening, read?.opening ?? null) || isOther(account.closing, read?.closing ?? null)
  })
}

function textOf(figure: Figure | null): string | null {
  return figure === null ? null : formatCents(figure.value)
}
