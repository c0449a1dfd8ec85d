/** The spread as a workbook shows it: companies, periods and years, each measure with the cells it is made of. */
import { parseFormula } from '../../engine/spread/formula.ts'
import type { Formula, When } from '../../engine/spread/formula.ts'
import type { SpreadPayload, WireAttribute, WireSpreadPeriod } from '../../engine/spread/payload.ts'
import { cell, number, plusTerm, sum } from '../../engine/workbook/expression.ts'
import type { Expression } from '../../engine/workbook/expression.ts'
import type { Company, GivenFigure, Measure, StatementRow, WorkbookInput } from '../../engine/workbook/input.ts'
import { attributeCell, footCell, givenCell, openCell, printedCell } from '../../engine/workbook/names.ts'
import { signsFor } from '../../engine/workbook/signs.ts'
import { state } from '../../lib/decimal.ts'
import { parseCents } from '../../lib/money.ts'
import type { AddbackRow } from '../../store/addbacks.ts'
import type { MappingFormulas } from './mapping-formulas.ts'

type Input = WireAttribute['inputs'][number]
type Mappings = ReadonlyMap<string, MappingFormulas>

export function companiesOf(payload: SpreadPayload, mappings: Mappings): Company[] {
  return payload.entities.map((entity) => ({
    key: entity.entity_key,
    name: entity.name,
    kind: entity.kind,
    standing: entity.is_borrower
      ? 'The borrower.'
      : entity.is_obligated
        ? 'Answers for the loan.'
        : 'Does not answer for the loan.',
    periods: entity.periods.map((period) => ({
      id: period.period_id,
      heading: headingOf(period),
      basis: period.statement_type.replaceAll('_', ' '),
      months: period.months_covered,
      assurance: period.assurance_level,
      mappingState: period.mapping_state,
    })),
    statement: entity.statement.map((row): StatementRow => ({
      label: row.label,
      kind: row.kind,
      depth: row.depth,
      values: row.values.map((value, at) => ({
        value,
        expression: value === null ? null : statementCell(entity.periods[at], row.key, mappings),
      })),
    })),
    measures: measuresOf(
      entity.periods.map(({ period_id, months_covered, attributes }) => ({
        path: `${entity.entity_key}/${period_id}`,
        months: months_covered,
        attributes,
      })),
      mappings,
    ),
  }))
}

function headingOf({ period_end, fiscal_year, months_covered }: WireSpreadPeriod): string {
  const end = period_end ?? `FY ${fiscal_year}`
  return months_covered === null || months_covered === 12 ? end : `${end} (${months_covered} m)`
}

/** The believed mapping's own cell. Its period is the one that ends when the column does. */
function statementCell(period: WireSpreadPeriod | undefined, key: string, mappings: Mappings): Expression | null {
  const mapping = mappings.get(period?.mapping_id ?? '')
  const at = mapping?.payload.periods.findIndex(
    ({ fiscal_year, period_end, months_covered }) =>
      fiscal_year === period?.fiscal_year &&
      period_end === period.period_end &&
      months_covered === period.months_covered,
  )
  return mapping?.node(key, at ?? -1) ?? null
}

export function yearsOf({ years }: SpreadPayload, mappings: Mappings): WorkbookInput['years'] {
  const columns = years.map(({ fiscal_year, attributes }) => ({ path: `loan/${fiscal_year}`, months: 12, attributes }))
  return { headings: years.map(({ fiscal_year }) => `FY ${fiscal_year}`), measures: measuresOf(columns, mappings) }
}

interface Column {
  readonly path: string
  readonly months: number | null
  readonly attributes: readonly WireAttribute[]
}

function measuresOf(columns: readonly Column[], mappings: Mappings): Measure[] {
  return (columns[0]?.attributes ?? []).map(({ key, unit, formula }) => ({
    key,
    unit: unit as Measure['unit'],
    formula,
    values: columns.map((column) => {
      const attribute = column.attributes.find((one) => one.key === key)
      const name = attributeCell(`${column.path}/${key}`)
      if (!attribute) return { value: null, expression: null, name, reason: null, note: null }
      return {
        value: attribute.value,
        expression: attribute.value === null ? null : expressionOf(attribute, attribute.value, column, mappings),
        name,
        reason: reasonWords(attribute.reason),
        note: attribute.note,
      }
    }),
  }))
}

function reasonWords(reason: WireAttribute['reason']): string | null {
  if (!reason) return null
  const about = reason.about.length === 0 ? '' : `: ${reason.about.join(', ')}`
  return `${reason.code.replaceAll('_', ' ')}${about}`
}

function expressionOf(attribute: WireAttribute, value: string, column: Column, mappings: Mappings): Expression | null {
  return attribute.formula === null
    ? readExpression(attribute, value, mappings)
    : computedExpression(parseFormula(attribute.formula), attribute.inputs, column)
}

/**
 * The formula of the spread over its cells. The inputs come in the order in which the formula first names them; what
 * may be missing and is has none, and counts as nothing.
 */
function computedExpression(formula: Formula, inputs: readonly Input[], column: Column): Expression {
  const cells = new Map<string, Expression>()
  let next = 0
  const cellOf = (name: string, when: When): Expression => {
    if (name === 'months') return number(String(column.months ?? 0))
    if (name === 'days')
      return { kind: 'quotient', left: number(String((column.months ?? 0) * 365)), right: number('12') }
    const known = cells.get(`${when} ${name}`)
    if (known) return known
    const input = inputs[next]
    const isOwn = input?.ref === `${column.path}/${name}`
    const isIt = input !== undefined && (when === 'now' ? isOwn : !isOwn && input.ref.endsWith(`/${name}`))
    if (isIt) next += 1
    const found = isIt ? cell(attributeCell(input.ref)) : number('0')
    cells.set(`${when} ${name}`, found)
    return found
  }
  const write = (of: Formula): Expression => {
    if (of.kind === 'number') return number(plainNumber(of.value))
    if (of.kind === 'name') return cellOf(of.name, of.when)
    const [left, right] = [write(of.left), write(of.right)]
    switch (of.operator) {
      case '+':
        return sum([...termsOf(left), plusTerm(right)])
      case '-':
        return sum([...termsOf(left), { sign: -1, of: right }])
      case '*':
        return { kind: 'product', left, right }
      case '/':
        return { kind: 'quotient', left, right }
    }
  }
  return withoutNothing(write(formula))
}

/** Numbers in formulas are whole. */
const plainNumber = (value: Parameters<typeof state>[0]): string => state(value, 'usd').replace(/\.00$/, '')

const termsOf = (of: Expression) => (of.kind === 'sum' ? of.terms : [plusTerm(of)])

/** A term that counts as nothing is left out of the formula that people read. */
function withoutNothing(of: Expression): Expression {
  switch (of.kind) {
    case 'sum': {
      const terms = of.terms
        .filter((term) => term.of.kind !== 'number' || term.of.value !== '0')
        .map((term) => ({ ...term, of: withoutNothing(term.of) }))
      return sum(terms)
    }
    case 'product':
    case 'quotient':
      return { ...of, left: withoutNothing(of.left), right: withoutNothing(of.right) }
    default:
      return of
  }
}

/** What was read: the cells it names, each counted the way in which together they come to the value. */
function readExpression(attribute: WireAttribute, value: string, mappings: Mappings): Expression | null {
  const parts = attribute.inputs.filter(({ ref, value: part }) => !(ref.endsWith('.unitemized') && part === '0.00'))
  const [only] = parts
  const whole = only && parts.length === 1 ? wholeOf(only, mappings) : null
  if (whole) return whole
  const cells = parts.map((input) => cellOfInput(input, mappings))
  const signs = signsFor(
    parts.map((input) => parseCents(input.value) ?? 0n),
    parseCents(value) ?? 0n,
  )
  if (cells.length === 0 || cells.some((one) => one === null)) return null
  if (!signs) return timesAYear(parts, cells as Expression[], value)
  if (cells.length === 1 && signs[0] === 1) return cells[0] ?? null
  return sum(cells.map((of, at) => ({ sign: signs[at] ?? 1, of: of as Expression })))
}

/** Payments that are made every month or quarter, as what they come to in a year. */
const PAYMENTS_A_YEAR = [12n, 4n] as const

function timesAYear(parts: readonly Input[], cells: readonly Expression[], value: string): Expression | null {
  const total = parts.reduce((all, input) => all + (parseCents(input.value) ?? 0n), 0n)
  const times = PAYMENTS_A_YEAR.find((often) => often * total === parseCents(value))
  if (times === undefined) return null
  return { kind: 'product', left: sum(cells.map(plusTerm)), right: number(String(times)) }
}

/** Figures that a mapping states as a whole and that stand in no cell of their own. */
function wholeOf({ mapping_id, ref, period, value }: Input, mappings: Mappings): Expression | null {
  const mapping = mappings.get(mapping_id ?? '')
  if (!mapping || period === null) return null
  if (ref === 'flagged_keys') return mapping.flagged(period)
  if (ref === 'measures.noi' && mapping.payload.mapping_state === 'mapped') return mapping.netOperatingIncome(period)
  return ref.startsWith('measures.') ? mapping.printedWith(value, period) : null
}

function cellOfInput(input: Input, mappings: Mappings): Expression | null {
  const { kind, ref, document_id, mapping_id, period, value } = input
  switch (kind) {
    case 'attribute':
      return cell(attributeCell(ref))
    case 'figure':
      return document_id === null ? null : cell(printedCell(document_id, ref))
    case 'node':
      if (mapping_id === null || period === null) return null
      if (ref === 'foot.residual') return cell(footCell(mapping_id, 'residual', period))
      if (ref.endsWith('.unitemized')) return cell(openCell(mapping_id, ref.slice(0, -'.unitemized'.length), period))
      return mappings.get(mapping_id)?.node(ref, period) ?? null
    default:
      return cell(givenCell(kind, ref, value))
  }
}

const WORDS_OF_LOAN: Readonly<Record<string, string>> = {
  amount: 'Amount of the loan',
  borrower: 'Proposed payments of companies that are not the borrower',
  members: 'Nobody of the kind answers for the loan',
}

/** Every figure that people gave and a measure takes, once. */
export function givenOf(payload: SpreadPayload, addbacks: ReadonlyMap<string, AddbackRow>): GivenFigure[] {
  const found = new Map<string, GivenFigure>()
  const columns = [
    ...payload.entities.flatMap(({ name, periods }) =>
      periods.map(({ period_id, attributes }) => ({ about: `${name}, ${period_id}`, attributes })),
    ),
    ...payload.years.map(({ fiscal_year, attributes }) => ({ about: `FY ${fiscal_year}`, attributes })),
  ]
  for (const { about, attributes } of columns)
    for (const attribute of attributes)
      for (const { kind, ref, value } of attribute.formula === null ? attribute.inputs : []) {
        if (kind !== 'addback' && kind !== 'given' && kind !== 'loan') continue
        const name = givenCell(kind, ref, value)
        if (found.has(name)) continue
        const addback = addbacks.get(ref)
        const label = kind === 'addback' ? (addback?.label ?? ref) : (WORDS_OF_LOAN[ref] ?? ref.replaceAll('_', ' '))
        const first = kind === 'loan' ? 'the loan' : about
        found.set(name, { name, label, about: first, value, note: addback?.note ?? attribute.note })
      }
  return [...found.values()]
}
