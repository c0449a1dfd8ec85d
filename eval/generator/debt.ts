/** One seed → one debt schedule: columns in any order, some left out, totals below the amounts; with its truth. */
import { centsOf, formatCents } from '../../server/src/lib/money.ts'
import type { GeneratedFile, TruthRow } from '../tables/truth.ts'
import type { DrawnColumn, DrawnRow } from './draw-table.ts'
import { drawTable } from './draw-table.ts'
import { CITIES, NAME_ENDS, NAME_STARTS } from './names.ts'
import { Random } from './random.ts'

type Role = 'creditor' | 'original' | 'date' | 'balance' | 'rate' | 'maturity' | 'payment' | 'collateral' | 'status'

const HEADS: Record<Role, readonly string[]> = {
  creditor: ['Creditor', 'Lender', 'Name of Creditor', 'Payee'],
  original: ['Original Amount', 'Original Balance', 'Loan Amount', 'Original Principal Amount'],
  date: ['Original Date', 'Date of Loan', 'Loan Date', 'Origination Date'],
  balance: ['Present Balance', 'Current Balance', 'Outstanding Balance', 'Balance'],
  rate: ['Interest Rate', 'Rate', 'Int. Rate'],
  maturity: ['Maturity Date', 'Maturity', 'Due Date'],
  payment: ['Monthly Payment', 'Payment', 'Monthly P&I'],
  collateral: ['Collateral', 'Security', 'Secured By'],
  status: ['Current or Delinquent', 'Status'],
}
const COLLATERAL = [
  'Equipment',
  'Real estate',
  'All business assets',
  'Vehicle',
  'Inventory and receivables',
  'Unsecured',
]
const TITLES = [
  'Business Debt Schedule',
  'Schedule of Debts',
  'Debt Schedule',
  'Schedule of Business Debt',
  'Schedule of Liabilities',
]
const MISPRINT_SHARE = 0.05

interface Debt {
  readonly cells: Readonly<Record<Role, string | null>>
  readonly original: bigint
  readonly balance: bigint
  readonly payment: bigint
}

interface Style {
  readonly decimals: boolean
  readonly dollar: boolean
}

export async function generateDebt(seed: number, scan: boolean): Promise<GeneratedFile> {
  const random = new Random(seed * 17 + 5)
  const style = { decimals: random.chance(0.6), dollar: random.chance(0.5) }
  const roles = pickRoles(random)
  const debts = Array.from({ length: random.between(1, 12) }, () => makeDebt(random, style))
  const misprinted = random.chance(MISPRINT_SHARE)
  const hasTotal = random.chance(0.9)
  const sum = (of: 'original' | 'balance' | 'payment'): bigint => debts.reduce((total, debt) => total + debt[of], 0n)
  const wrong = misprinted && hasTotal ? BigInt(random.between(1, 90)) * 100n : 0n
  const total: Partial<Record<Role, bigint>> = {
    balance: sum('balance') + wrong,
    payment: sum('payment'),
    original: sum('original'),
  }
  const columns = roles.map((role): DrawnColumn & { role: Role } => ({
    role,
    head: headOf(random, role),
    ...shapeOf(role),
  }))
  const width = columns.reduce((all, column) => all + column.width, 0)
  const day = [2021 + random.between(0, 4), random.between(1, 12), random.between(1, 28)] as const
  const totalRow = columns.map(({ role }) => {
    const value = total[role]
    return role === 'creditor'
      ? random.pick(['Total', 'TOTAL', 'Totals'])
      : value === undefined
        ? null
        : money(value, style)
  })
  const rows: DrawnRow[] = [
    ...debts.map((debt) => ({ cells: roles.map((role) => debt.cells[role]), bold: false })),
    ...(hasTotal ? [{ cells: totalRow, bold: true, ruled: true }] : []),
  ]
  const drawn = await drawTable({
    titles: [
      `${random.pick(NAME_STARTS)} ${random.pick(NAME_ENDS)} LLC`,
      random.pick(TITLES),
      `As of ${day[1]}/${day[2]}/${day[0]}`,
    ],
    titleAlign: random.pick(['left', 'center']),
    columns: columns.map((column) => ({ ...column, width: column.width / width })),
    rows,
    footer: null,
    font: random.pick(['Helvetica', 'Times-Roman']),
    size: scan ? 9 : random.between(7, 9),
    landscape: true,
    leading: 1.2,
    rowGap: random.pick([0.4, 0.9, 1.4]),
    repeatHeads: true,
    ruledGrid: random.chance(0.3),
  })
  const truth = {
    name: `debt-${seed}`,
    class: 'debt-schedule' as const,
    columns: columns.filter((column) => column.role !== 'creditor').map((column) => column.head.join(' ')),
    rows: rows.map((row, index) => truthRow(row, roles, drawn.places[index])),
    keyed: false,
    facts: {
      as_of: day[2] > 12 ? `${day[0]}-${String(day[1]).padStart(2, '0')}-${String(day[2]).padStart(2, '0')}` : null,
    },
    misprinted: wrong !== 0n,
  }
  return { truth, bytes: drawn.bytes, extension: 'pdf' }
}

/** The creditor and the balance are always there; the rest, and the order, as it happens. */
function pickRoles(random: Random): Role[] {
  const others = random.some<Role>(
    ['original', 'date', 'rate', 'maturity', 'payment', 'collateral', 'status'],
    random.between(3, 7),
  )
  const roles: Role[] = ['creditor', ...others, 'balance']
  if (random.chance(0.5)) return roles
  const [first, ...rest] = roles
  for (let index = rest.length - 1; index > 0; index -= 1) {
    const other = random.between(0, index)
    ;[rest[index], rest[other]] = [rest[other] as Role, rest[index] as Role]
  }
  return [first as Role, ...rest]
}

function makeDebt(random: Random, style: Style): Debt {
  const cents = (): bigint => (style.decimals ? BigInt(random.between(0, 99)) : 0n)
  const original = BigInt(random.between(8, 900)) * 100_000n
  const balance = ((original * BigInt(random.between(5, 98))) / 10_000n) * 100n + cents()
  const payment = (original / 6_000n) * 100n + cents()
  const date = (from: number, to: number): string =>
    `${random.between(1, 12)}/${random.between(1, 28)}/${random.between(from, to)}`
  const creditor = `${random.pick(NAME_STARTS)} ${random.pick(['Bank', 'Credit Union', 'Capital', 'Financial', NAME_ENDS[0] ?? ''])}${random.chance(0.3) ? ` of ${random.pick(CITIES)}` : ''}`
  return {
    original,
    balance,
    payment,
    cells: {
      creditor,
      original: money(original, style),
      date: date(2015, 2021),
      balance: money(balance, style),
      rate: `${random.between(3, 11)}.${random.between(0, 99).toString().padStart(2, '0')}%`,
      maturity: date(2026, 2040),
      payment: money(payment, style),
      collateral: random.pick(COLLATERAL),
      status: random.pick(['Current', 'Current', 'Delinquent']),
    },
  }
}

function headOf(random: Random, role: Role): string[] {
  const text = random.pick(HEADS[role])
  const words = text.split(' ')
  // Two heads never touch: a long one wraps, as every program does it.
  const wraps = words.length > 1 && (text.length > 12 || random.chance(0.5))
  return wraps ? [words[0] ?? '', words.slice(1).join(' ')] : [text]
}

function shapeOf(role: Role): { align: DrawnColumn['align']; width: number } {
  if (role === 'creditor') return { align: 'left', width: 2 }
  if (role === 'collateral') return { align: 'left', width: 1.7 }
  return { align: role === 'original' || role === 'balance' || role === 'payment' ? 'right' : 'center', width: 1.15 }
}

function money(value: bigint, style: Style): string {
  const whole = (value / 100n).toString().replace(/\B(?=(\d{3})+(?!\d))/g, ',')
  return `${style.dollar ? '$' : ''}${whole}${style.decimals ? `.${(value % 100n).toString().padStart(2, '0')}` : ''}`
}

function truthRow(
  row: DrawnRow,
  roles: readonly Role[],
  place: { page: number; boxes: readonly (readonly [number, number, number, number] | null)[] } | undefined,
): TruthRow {
  const kept = roles.flatMap((role, index) => (role === 'creditor' ? [] : [{ role, index }]))
  const value = (role: Role, cell: string | null): string | null =>
    cell !== null && (role === 'original' || role === 'balance' || role === 'payment')
      ? formatCents(centsOf(BigInt(cell.replace(/[$,.]/g, '')) * (cell.includes('.') ? 1n : 100n)))
      : cell
  return {
    label: row.cells[roles.indexOf('creditor')] ?? '',
    values: kept.map(({ role, index }) => value(role, row.cells[index] ?? null)),
    ...(place ? { page: place.page, boxes: kept.map(({ index }) => place.boxes[index] ?? null) } : {}),
  }
}
