/** One seed → one bank statement as a PDF, with its truth. */
import { centsOf, formatCents } from '../../../server/src/lib/money.ts'
import type { BankTruth } from '../../bank/truth.ts'
import { Random } from '../random.ts'
import type { BankContent } from './content.ts'
import { makeBankContent } from './content.ts'
import type { DrawnBank, Misprint } from './draw.ts'
import { drawBank } from './draw.ts'
import { mixedStyle } from './mixed.ts'
import type { BankStyle } from './styles.ts'
import { BANK_STYLES } from './styles.ts'

/** Of all statements, this share print an amount that does not add up. */
const MISPRINT_SHARE = 0.05

export interface GeneratedBank {
  readonly bytes: Buffer
  readonly pages: number
  readonly truth: BankTruth
  readonly style: BankStyle
}

export async function generateBank(seed: number, most: number): Promise<GeneratedBank> {
  const random = new Random(seed * 17 + 5)
  // Two of three follow a house that exists; the third is put together by chance.
  const style = seed % 3 === 2 ? mixedStyle(random) : (BANK_STYLES[seed % BANK_STYLES.length] as BankStyle)
  const content = makeBankContent(random, {
    accounts: random.between(style.accounts[0], style.accounts[1]),
    movements: [3, most],
    wrap: style.wrap,
    checks: style.checks !== 'none',
  })
  const misprint = misprintOf(random, content)
  const drawn = await drawBank(content, style, misprint)
  return {
    bytes: drawn.bytes,
    pages: drawn.pages,
    style,
    truth: truthOf(`${style.name}-${seed}`, content, style, drawn, misprint),
  }
}

function misprintOf(random: Random, content: BankContent): Misprint | null {
  if (!random.chance(MISPRINT_SHARE)) return null
  const account = random.between(0, content.accounts.length - 1)
  const row = random.between(0, (content.accounts[account]?.movements.length ?? 1) - 1)
  // The sign stays what it is: the amount grows.
  const amount = content.accounts[account]?.movements[row]?.amount ?? 1n
  return { account, row, by: BigInt(random.between(1, 9999)) * (amount < 0n ? -1n : 1n) }
}

function truthOf(
  name: string,
  content: BankContent,
  style: BankStyle,
  drawn: DrawnBank,
  misprint: Misprint | null,
): BankTruth {
  const text = (value: bigint): string => formatCents(centsOf(value))
  return {
    name,
    isBankStatement: true,
    misprinted: misprint !== null,
    accounts: content.accounts.map((account, index) => ({
      number_last4: account.number.slice(-4),
      holder: content.holder,
      bank: content.bank,
      period_start: style.period === 'month-end' && style.summary !== 'dated' ? null : content.start,
      period_end: content.end,
      opening: text(account.opening),
      closing: text(account.movements.reduce((sum, one) => sum + one.amount, account.opening)),
      transactions: (drawn.printed[index] ?? []).map(({ movement, balance, page }) => ({
        date: movement.date,
        amount: text(movement.amount),
        balance: balance === null ? null : text(balance),
        page,
      })),
    })),
  }
}
