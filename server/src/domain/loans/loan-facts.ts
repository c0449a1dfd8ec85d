/** Figures of a loan's documents → what each says that another may say too. Pure: captions and addresses decide. */
import { balanceRoleOf, incomeRoleOf } from '../../engine/chart/statement-captions.ts'
import { debtRoleOf } from '../../engine/layout/debt-heads.ts'
import type {
  BalanceFacts,
  Cited,
  LoanFacts,
  PassThroughFacts,
  ReturnFacts,
  Standing,
} from '../../engine/model/cross-check.ts'
import type { Box } from '../../engine/model/page.ts'
import { centsOf, parseCents } from '../../lib/money.ts'
import type { LoanFigure, LoanForm } from '../../store/loan-figures.ts'
import { foldEntityName } from '../entities/entity-key.ts'

const TOTAL = /^totals?\b|\btotals?:?$/i
const RECEIVABLES = /\b(?:accounts?|trade|customer) receivables?\b|^receivables?\b|\bdebtors\b|\(a\/?r\)/i
const PAYABLES = /\b(?:accounts?|trade|supplier) payables?\b|^payables?\b|\bcreditors\b|\(a\/?p\)/i
const DEBT = /\b(?:notes?|loans?|mortgages?|debt|line of credit|credit line|borrowings)\b/i
const NO_DEBT = /\breceivable\b|\bissuance\b|\binterest\b|\bdue from\b|\bdoubtful\b|\bbad debt/i
const ACCOUNT_OF_CASH = /\b(?:cash|checking|savings|money market|bank)\b/i
const OWNER_MOVEMENT = /\b(?:distributions?|draws?|drawings|dividends?|contributions?|withdrawals?)\b/i
/** Which line states the result of a business, where no Schedule M-1 states that of its books; 2023 moved two of them. */
const RESULT_LINES: Readonly<Record<string, (year: number) => string>> = {
  'Form 1120-S': (year) => (year >= 2023 ? '22' : '21'),
  'Form 1065': (year) => (year >= 2023 ? '23' : '22'),
  'Form 1120': () => '28',
  'Schedule C (Form 1040)': () => '31',
}
/** Ordinary income and the two kinds of rent. */
const K1_LINES: ReadonlySet<string> = new Set(['1', '2', '3'])
const K1_TOTAL = { form: 'Schedule E (Form 1040)', line: '32' }

export function loanFacts(figures: readonly LoanFigure[], forms: readonly LoanForm[]): LoanFacts {
  const of = (reportType: string): LoanFigure[] => figures.filter((figure) => figure.reportType === reportType)
  return {
    receivableAgings: byDocument(of('ar-agings')).flatMap(agingTotal),
    payableAgings: byDocument(of('ap-agings')).flatMap(agingTotal),
    debtSchedules: byDocument(of('debt-schedules')).flatMap(debtTotal),
    bankClosings: of('bank-statements').flatMap((figure) => standing(figure, [figure])),
    balances: byDocument(of('balance-sheets')).flatMap(balancesOf),
    incomes: byDocument(of('profit-loss-statements')).flatMap(incomesOf),
    ...taxFacts(of('tax-returns'), forms),
  }
}

function byDocument(figures: readonly LoanFigure[]): LoanFigure[][] {
  return [...Map.groupBy(figures, (figure) => figure.documentId).values()]
}

function cited(figure: LoanFigure): Cited {
  const scale = BigInt(Math.round(Number(figure.scale)))
  const hasCents = /[.,]\d\d\D{0,3}$/.test(figure.printed)
  return {
    documentId: figure.documentId,
    address: figure.address,
    label: figure.caption,
    amount: centsOf((parseCents(figure.value) ?? 0n) * scale),
    unit: centsOf(hasCents ? scale : scale * 100n),
    page: figure.page,
    box: figure.box as Box,
    text: figure.printed,
  }
}

/** A name that a bank prints at the top is the bank's as often as its customer's: only a known company counts there. */
function entityOf(figure: LoanFigure): string | null {
  const [company] = figure.companyAttachments
  if (company) return foldEntityName(company.entity_name)
  return figure.reportType === 'bank-statements' ? null : (figure.entityKey?.replace(/^\w+:/, '') ?? null)
}

function standing(of: LoanFigure, figures: readonly LoanFigure[]): Standing[] {
  if (of.periodEnd === null || figures.length === 0) return []
  return [{ entity: entityOf(of), date: of.periodEnd, figures: figures.map(cited) }]
}

/** The total of totals, or the totals of the buckets where the report has no column for it. */
function agingTotal(figures: readonly LoanFigure[]): Standing[] {
  const total = figures.find((figure) => figure.address === 'totals.total')
  const [first] = figures
  return first === undefined ? [] : standing(first, total ? [total] : figures)
}

/** The printed total of the balances; the balances themselves where none is printed. */
function debtTotal(figures: readonly LoanFigure[]): Standing[] {
  const headOf = (figure: LoanFigure): string => figure.caption.split(' · ').at(-1) ?? ''
  const balances = figures.filter((figure) => debtRoleOf(headOf(figure)) === 'balance')
  const columnOf = (figure: LoanFigure): string => figure.address.split('.').at(-1) ?? ''
  const yearOf = (figure: LoanFigure): number => Number(/\b(?:19|20)\d\d\b/.exec(headOf(figure))?.[0] ?? 0)
  const latest = balances.reduce<LoanFigure | null>(
    (best, one) => (best === null || yearOf(one) > yearOf(best) ? one : best),
    null,
  )
  if (latest === null) return []
  const column = balances.filter((figure) => columnOf(figure) === columnOf(latest))
  const total = column.find(
    (figure) => figure.address.startsWith('totals.') && TOTAL.test(figure.caption.split(' · ')[0] ?? ''),
  )
  return standing(latest, total ? [total] : column.filter((figure) => figure.address.startsWith('debts.')))
}

function balancesOf(figures: readonly LoanFigure[]): BalanceFacts[] {
  const periods = Map.groupBy(figures, (figure) => figure.periodEnd)
  return [...periods].flatMap(([date, lines]) => {
    const [first] = lines
    if (date === null || first === undefined) return []
    const items = lines.filter((line) => !TOTAL.test(line.caption))
    const equity =
      lines.findLast((line) => balanceRoleOf(line.caption) === 'total_equity') ??
      lines.findLast((line) => balanceRoleOf(`total ${line.caption}`) === 'total_equity')
    return [
      {
        entity: entityOf(first),
        date,
        receivables: oneLine(lines, RECEIVABLES, /\b(?:notes?|allowance|other|due from|doubtful)\b/i),
        payables: oneLine(lines, PAYABLES, /\b(?:notes?|loans?|other|taxes?|payroll|wages|interest)\b/i),
        debt: items.filter((line) => DEBT.test(line.caption) && !NO_DEBT.test(line.caption)).map(cited),
        cash: cashOf(lines),
        equity: equity ? cited(equity) : null,
        ownerMovements: items.filter((line) => OWNER_MOVEMENT.test(line.caption)).map(cited),
      },
    ]
  })
}

/** The line itself, its total first: a parent account and its total are the same money. */
function oneLine(lines: readonly LoanFigure[], caption: RegExp, others: RegExp): Cited[] {
  const matching = lines.filter((line) => caption.test(line.caption) && !others.test(line.caption))
  const line = matching.find(({ caption: text }) => TOTAL.test(text)) ?? matching[0]
  return line ? [cited(line)] : []
}

/** The line that is all cash; else the accounts above the first total, which is where cash stands. */
function cashOf(lines: readonly LoanFigure[]): Cited[] {
  const all = lines.filter(
    (line) => balanceRoleOf(line.caption) === 'cash' || /^total (?:bank accounts?|cash)\b/i.test(line.caption),
  )
  const line = all.find(({ caption }) => TOTAL.test(caption)) ?? all[0]
  if (line) return [cited(line)]
  const total = lines.findIndex(({ caption }) => TOTAL.test(caption))
  return lines
    .slice(0, total < 0 ? 0 : total)
    .filter(({ caption }) => ACCOUNT_OF_CASH.test(caption))
    .map(cited)
}

function incomesOf(figures: readonly LoanFigure[]): LoanFacts['incomes'] {
  const bottom = figures.filter((figure) => incomeRoleOf(figure.caption) === 'net_income' && figure.periodEnd !== null)
  return [...Map.groupBy(bottom, (figure) => figure.periodEnd).values()].flatMap((lines) => {
    const line = lines.at(-1)
    if (!line || line.periodEnd === null) return []
    return [{ entity: entityOf(line), date: line.periodEnd, months: line.months, netIncome: cited(line) }]
  })
}

type TaxFacts = Pick<LoanFacts, 'businessReturns' | 'k1s' | 'individualReturns'>

function taxFacts(figures: readonly LoanFigure[], forms: readonly LoanForm[]): TaxFacts {
  const businessReturns: ReturnFacts[] = []
  const k1s: PassThroughFacts[] = []
  const individualReturns: PassThroughFacts[] = []
  for (const { documentId, index, form, owner } of forms) {
    const lines = figures.filter((one) => one.documentId === documentId && one.address.startsWith(`forms.${index}.`))
    const [first] = lines
    if (first === undefined || first.fiscalYear === null) continue
    const year = first.fiscalYear
    const lineOf = (key: string): LoanFigure | undefined => lines.find((one) => one.address === `forms.${index}.${key}`)
    if (form.startsWith('Schedule K-1') && owner !== null) {
      const passed = lines.filter((one) => K1_LINES.has(one.address.split('.').at(-1) ?? ''))
      if (passed.length > 0) k1s.push({ person: foldEntityName(owner), year, figures: passed.map(cited) })
    }
    const taken = form === K1_TOTAL.form ? lineOf(K1_TOTAL.line) : undefined
    const person = entityOf(first)
    if (taken && person !== null) individualReturns.push({ person, year, figures: [cited(taken)] })
    const books = form.startsWith('Schedule M-1') ? lineOf('1') : undefined
    const result = books ?? lineOf(RESULT_LINES[form]?.(year) ?? '')
    if (result)
      businessReturns.push({ entity: entityOf(first), year, netIncome: cited(result), perBooks: books !== undefined })
  }
  return { businessReturns: preferBooks(businessReturns), k1s, individualReturns }
}

/** A return that states the books' result is compared by that alone. */
function preferBooks(returns: readonly ReturnFacts[]): ReturnFacts[] {
  return returns.filter(
    (one) =>
      one.perBooks ||
      !returns.some((other) => other.perBooks && other.netIncome.documentId === one.netIncome.documentId),
  )
}
