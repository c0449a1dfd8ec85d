/**
 * Random statements, mapped, spread and made into workbooks: every formula that is written is computed again from its
 * text, by other code and over the values of other cells alone, and must come to the figure that the service states.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createContext, runInContext } from 'node:vm'
import type { Context } from 'node:vm'
import { utils } from '@e965/xlsx'
import { effort, SEED } from '../../../test/support/effort.ts'
import { Dice, randomStatement } from '../../../test/support/random-statement.ts'
import { mapStatement } from '../../engine/map/map-statement.ts'
import { mappingToPayload } from '../../engine/map/payload.ts'
import type { Statement } from '../../engine/model/statement.ts'
import type { Cell, Workbook } from '../../engine/model/workbook.ts'
import { spreadToPayload } from '../../engine/spread/payload.ts'
import { spreadLoan } from '../../engine/spread/spread-loan.ts'
import type { WorkbookInput } from '../../engine/workbook/input.ts'
import { loanToWorkbook, WORKBOOK_KINDS } from '../../engine/workbook/loan-to-workbook.ts'
import { centsOf, formatCents } from '../../lib/money.ts'
import type { StatementPayload } from '../extractions/statement-payload.ts'
import { mappedStatement as toSpread } from '../spreads/spread-documents.ts'
import { mappingChecks } from './checks.ts'
import { mappedStatement } from './mapped-statement.ts'
import { MappingFormulas } from './mapping-formulas.ts'
import { printedDocument } from './printed-document.ts'
import { companiesOf, givenOf, yearsOf } from './spread-measures.ts'

const WORKBOOKS = effort(300)
const KEY = 'business:random'

/** The statement as its extraction would have stored it. */
function extractionOf({ periods, lines }: Statement): StatementPayload {
  return {
    report_type: 'profit-loss-statements',
    engine_version: '1',
    entity: { name: 'Random', ein_last4: null, address: null },
    currency: 'USD',
    scale: { factor: 1, source: null },
    periods: periods.map(({ fiscalYear, periodEnd, label, monthsCovered }) => ({
      fiscal_year: fiscalYear,
      period_end: periodEnd,
      label,
      months_covered: monthsCovered,
      scale: 1,
      source: null,
    })),
    lines: lines.map(({ key, label, depth, values, sources }) => ({
      key,
      label,
      depth,
      is_total: false,
      section: null,
      values: values.map((value) => value && formatCents(value)),
      sources: values.map((value, at) => {
        const address = sources[at]?.address ?? null
        if (value === null || address === null) return null
        const text = formatCents(value)
        return { value: text, page: 1, box: [0, 0, 1, 1] as const, address, text }
      }),
    })),
    proofs: [],
    leftovers: [],
    reading: { kind: 'digital', pages: [1] },
    corrections: [],
  }
}

function randomInput(dice: Dice): WorkbookInput | null {
  const { input } = randomStatement(dice.below(2 ** 31), {
    periods: dice.between(1, 4),
    lines: dice.between(4, 25),
  })
  const result = mapStatement(input)
  if (result.status !== 'ready') return null
  const mapped = mappingToPayload(result.mapping)
  const documentId = input.statement.documentId
  const formulas = new MappingFormulas('map_1', mapped, input.chart)
  const amounts = input.statement.periods.map(({ fiscalYear, periodEnd }) => ({
    fiscalYear,
    periodEnd,
    amount: centsOf(BigInt(dice.between(-5_000_000, 5_000_000))),
  }))
  const spread = spreadLoan({
    loanAmount: centsOf(BigInt(dice.below(1_000_000_00))),
    borrowerKey: KEY,
    obligated: [[KEY]],
    affiliates: 'distributions',
    documents: [
      {
        id: documentId,
        entityKey: KEY,
        entityName: '=1+1, "Random" & Söhne',
        entityKind: 'business',
        assurance: null,
        ...toSpread('map_1', mapped, input.chart),
      },
    ],
    addbacks: [{ id: 'row', entityKey: KEY, amounts }],
    given: ['debt_service_existing', 'debt_service_proposed', 'cash_taxes', 'distributions', 'capex_unfinanced']
      .filter(() => dice.chance(0.7))
      .map((key) => ({
        key,
        entityKey: null,
        period: null,
        value: centsOf(BigInt(dice.below(10 ** 7))),
        note: 'told',
      })),
  })
  const payload = spreadToPayload(spread)
  const mappings = new Map([['map_1', formulas]])
  const printed = printedDocument({
    named: {
      document_id: documentId,
      report_type: 'profit-loss-statements',
      extraction_version: 1,
      extraction_sha256: '',
      entity_key: KEY,
      entity_name: 'Random',
      entity_kind: 'business',
      assurance_level: null,
      received_at: '2026-01-01T00:00:00.000Z',
      mapping_id: 'map_1',
      mapping_state: mapped.mapping_state,
      mapping_sha256: '',
    },
    number: 1,
    payload: extractionOf(input.statement),
    mapped,
    link: () => null,
    createdAt: new Date(0),
  })
  const document = { ...printed, mapping: mappedStatement(formulas) }
  return {
    loanId: 'loan_1',
    loanName: null,
    borrower: 'Random',
    amount: null,
    basis: 'In force',
    fingerprint: '',
    madeAt: new Date(0),
    documents: [document],
    companies: companiesOf(payload, mappings),
    years: yearsOf(payload, mappings),
    given: givenOf(payload, new Map()),
    checks: mappingChecks(document, formulas),
  }
}

/** Computes formulas from their text, in floating point, over the results that other cells show. */
class Calculator {
  readonly #cells = new Map<string, Cell>()
  readonly #context: Context

  constructor({ sheets }: Workbook) {
    for (const { name, rows } of sheets)
      for (const [r, cells] of rows.entries())
        for (const [c, cell] of cells.entries())
          if (cell) this.#cells.set(`${name}!${utils.encode_cell({ r, c })}`, cell)
    this.#context = createContext({
      value: (on: string, at: string) => this.#value(`${on}!${at}`),
      range: (on: string, at: string) => this.#range(on, at),
      ROUND: (value: number, places: number) =>
        Math.sign(value) * (Math.round(Math.abs(value) * 10 ** places + 1e-6) / 10 ** places),
      SUM: (values: number[]) => values.reduce((total, value) => total + value, 0),
      ABS: Math.abs,
      IF: (holds: boolean, one: unknown, other: unknown) => (holds ? one : other),
      COUNTIF: (values: unknown[], word: string) => values.filter((value) => value === word).length,
    })
  }

  #value(at: string): number | string {
    const content = this.#cells.get(at)?.content ?? assert.fail(`a formula asks for ${at}, where nothing is`)
    if (content.kind === 'text') return content.text
    if (content.kind === 'number') return Number(content.value)
    return content.isText ? content.result : Number(content.result)
  }

  #range(sheet: string, range: string): (number | string)[] {
    const { s, e } = utils.decode_range(range.replaceAll('$', ''))
    const found: (number | string)[] = []
    for (let r = s.r; r <= e.r; r += 1) found.push(this.#value(`${sheet}!${utils.encode_cell({ r, c: s.c })}`))
    return found
  }

  compute(formula: string, sheet: string): number | string {
    const reference = /(?:'((?:[^']|'')+)'!)?(\$?[A-Z]{1,2}\$?\d+(?::\$?[A-Z]{1,2}\$?\d+)?)|"[^"]*"/g
    const program = formula.replaceAll(
      reference,
      (whole: string, other: string | undefined, cells: string | undefined) => {
        if (cells === undefined) return whole
        const on = JSON.stringify(other?.replaceAll("''", "'") ?? sheet)
        return cells.includes(':') ? `range(${on},"${cells}")` : `value(${on},"${cells.replaceAll('$', '')}")`
      },
    )
    return runInContext(program, this.#context) as number | string
  }
}

test(`every formula of ${WORKBOOKS} random workbooks comes to its figure when it is computed from its text`, (t) => {
  const dice = new Dice(SEED)
  const seen = { workbooks: 0, formulas: 0, unmade: 0 }
  while (seen.workbooks < WORKBOOKS) {
    const seed = dice.below(2 ** 31)
    const input = randomInput(new Dice(seed))
    if (!input) continue
    seen.workbooks += 1
    for (const kind of WORKBOOK_KINDS) {
      const { workbook, unmade } = loanToWorkbook(kind, input)
      seen.unmade += unmade.length
      const calculator = new Calculator(workbook)
      for (const { name, rows } of workbook.sheets)
        for (const content of rows.flat().flatMap((cell) => cell?.content ?? [])) {
          if (content.kind !== 'formula') continue
          seen.formulas += 1
          const result = calculator.compute(content.formula, name)
          const about = `seed ${seed}, ${kind}, ${name}: ${content.formula} gives ${result}, not ${content.result}`
          if (content.isText) assert.equal(result, content.result, about)
          else assert.ok(Math.abs(Number(result) - Number(content.result)) < 0.00005, about)
        }
    }
  }
  t.diagnostic(`seed ${SEED}: ${seen.formulas} formulas, ${seen.unmade} figures could not be made formulas`)
  assert.ok(seen.formulas > 100 * seen.workbooks)
  assert.equal(seen.unmade, 0)
})
