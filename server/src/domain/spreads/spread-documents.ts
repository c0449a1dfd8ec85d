/** Stored extractions and mappings as the spread takes them: in dollars, with who they are about. */
import type { Chart } from '../../engine/chart/chart.ts'
import type { StatementMappingPayload, WireAmounts, WireNode } from '../../engine/map/payload.ts'
import type {
  DebtSchedule,
  MappedStatement,
  PersonalStatement,
  PrintedFigure,
  PrintedStatement,
  SpreadNode,
  TaxReturn,
} from '../../engine/model/spread.ts'
import { PERSONAL_PARTS } from '../../engine/model/personal.ts'
import { centsOf, magnitude, parseCents } from '../../lib/money.ts'
import type { Cents } from '../../lib/money.ts'
import { entityKey } from '../entities/entity-key.ts'
import type { DebtPayload } from '../extractions/debt-payload.ts'
import type { FigureSource } from '../extractions/payload.ts'
import type { PersonalPayload } from '../extractions/personal-payload.ts'
import type { StatementPayload } from '../extractions/statement-payload.ts'
import type { TaxReturnPayload } from '../extractions/tax-payload.ts'
import { statementOf } from '../mappings/statement-of.ts'

export function mappedStatement(mappingId: string, payload: StatementMappingPayload, chart: Chart): MappedStatement {
  const flagged = new Set((payload.tree ?? []).flatMap((node) => node.flagged_keys))
  return {
    kind: 'profit-loss',
    mappingId,
    state: payload.mapping_state,
    periods: payload.periods.map((period) => ({
      fiscalYear: period.fiscal_year,
      periodEnd: period.period_end,
      label: period.label,
      monthsCovered: period.months_covered,
    })),
    nodes: (payload.tree ?? []).flatMap((node) => nodesOf(node, chart, 0)),
    measures: Object.fromEntries(
      Object.entries<WireAmounts | null>({ ...payload.measures }).map(([key, values]) => [
        key,
        values?.map(cents) ?? null,
      ]),
    ),
    residuals: payload.foot.map(({ residual }) => cents(residual)),
    flagged: payload.periods.map((_, at) => {
      const lines = payload.lines.filter(({ key }) => flagged.has(key))
      return centsOf(lines.reduce((sum, line) => sum + magnitude(cents(line.values[at] ?? null) ?? centsOf(0n)), 0n))
    }),
  }
}

function nodesOf(node: WireNode, chart: Chart, depth: number): SpreadNode[] {
  const own: SpreadNode = {
    key: node.key,
    label: node.label,
    kind: node.kind,
    depth,
    effect: node.effect,
    section: node.section,
    roles: chart.accountById.get(node.key)?.roles ?? NO_ROLES,
    values: node.values.map(cents),
    unitemized: node.unitemized.map(cents),
  }
  return [own, ...node.children.flatMap((child) => nodesOf(child, chart, depth + 1))]
}

const NO_ROLES: ReadonlySet<string> = new Set()

function cents(text: string | null): Cents | null {
  return text === null ? null : parseCents(text)
}

export function printedStatement(
  kind: PrintedStatement['kind'],
  document: { readonly id: string; readonly createdAt: Date },
  payload: StatementPayload,
): PrintedStatement {
  return { kind, statement: statementOf(document, payload) }
}

export function taxReturn(payload: TaxReturnPayload): TaxReturn {
  return {
    kind: 'tax-return',
    forms: payload.forms.map((form) => ({
      form: form.form,
      taxYear: form.tax_year,
      lines: Object.fromEntries(
        Object.entries(form.lines).flatMap(([key, figure]) => {
          const read = printedFigure(figure, 1)
          return read ? [[key, read] as const] : []
        }),
      ),
      // A Schedule K-1 does not say whether its owner is a person.
      ownerKeys: form.owner ? [entityKey('person', form.owner.name), entityKey('business', form.owner.name)] : [],
    })),
  }
}

export function debtSchedule(payload: DebtPayload): DebtSchedule {
  const scale = payload.scale.factor
  return {
    kind: 'debt-schedule',
    asOf: payload.as_of,
    paymentHead: payload.columns.find(({ role }) => role === 'payment')?.head ?? null,
    payments: payload.debts.map(({ payment }) =>
      payment !== null && 'value' in payment ? printedFigure(payment, scale) : null,
    ),
  }
}

export function personalStatement(payload: PersonalPayload): PersonalStatement {
  const scale = payload.scale.factor
  return {
    kind: 'personal-statement',
    asOf: payload.as_of,
    lines: PERSONAL_PARTS.flatMap((part) =>
      payload[part].flatMap(({ label, role, figure }) => {
        const read = printedFigure(figure, scale)
        return read ? [{ part, role, label, ...read }] : []
      }),
    ),
  }
}

function printedFigure(figure: FigureSource, scale: number): PrintedFigure | null {
  const value = parseCents(figure.value)
  return value === null ? null : { value: centsOf(value * BigInt(scale)), address: figure.address }
}
