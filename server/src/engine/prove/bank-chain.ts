/** The running balance of an account, row by row: where the printed one leaves what the movements make. */
import type { BankAccount, BankFinding } from '../model/bank.ts'

export interface ChainBreak {
  /** The row whose printed balance does not follow. */
  readonly row: number
  readonly expected: bigint
  readonly actual: bigint
  /** The movements since the last printed balance, this row's included. */
  readonly rows: readonly number[]
}

export interface Chain {
  /** Printed balances that could be tested against one before them. */
  readonly tested: number
  readonly breaks: readonly ChainBreak[]
  /** Movements that no test covers: those before the first balance, without an opening one. */
  readonly untested: number
}

/** A chain shorter than this breaks at one row by nothing but its shortness. */
const MIN_CHAIN = 5

/** Read downwards or, for lists that begin with the newest movement, upwards: as more of the chain holds. */
export function balanceChain(account: BankAccount): Chain {
  const rows = account.transactions.map((_, index) => index)
  const down = follow(account, rows, account.opening?.value ?? null)
  if (down.breaks.length === 0) return down
  const up = follow(account, rows.reverse(), account.opening?.value ?? null)
  return up.breaks.length < down.breaks.length ? up : down
}

function follow({ transactions }: BankAccount, rows: readonly number[], opening: bigint | null): Chain {
  const breaks: ChainBreak[] = []
  let [tested, untested] = [0, 0]
  let before = opening
  let moved = 0n
  let since: number[] = []
  for (const row of rows) {
    const transaction = transactions[row]
    if (transaction === undefined) continue
    moved += transaction.amount.value
    since.push(row)
    const actual = transaction.balance?.value ?? null
    if (actual === null) continue
    if (before === null) untested += since.length
    else {
      tested += 1
      const expected = before + moved
      // The chain goes on from what is printed, so that one wrong balance breaks it at itself and at the next row only.
      if (expected !== actual) breaks.push({ row, expected, actual, rows: since })
    }
    before = actual
    moved = 0n
    since = []
  }
  return { tested, breaks, untested: untested + since.length }
}

/** One row that does not follow, in a chain that holds otherwise: a misprint, a misreading, or an edit. */
export function chainFindings(accounts: readonly BankAccount[]): BankFinding[] {
  return accounts.flatMap((account, index) => {
    const { tested, breaks } = balanceChain(account)
    const [first, second] = breaks
    if (first === undefined || tested < MIN_CHAIN) return []
    // A wrong balance breaks the chain twice by opposite amounts; a wrong amount breaks it once.
    const isOneRow =
      breaks.length === 1 ||
      (breaks.length === 2 && second !== undefined && first.actual - first.expected === second.expected - second.actual)
    if (!isOneRow) return []
    const figure = account.transactions[first.row]?.balance ?? null
    return [
      {
        code: 'chain_broken_once' as const,
        message: `the running balance holds in all rows but row ${first.row + 1}`,
        addresses: [`accounts.${index}.transactions.${first.row}.balance`],
        spot: figure === null ? null : { page: figure.page, box: figure.box, text: figure.text },
      },
    ]
  })
}
