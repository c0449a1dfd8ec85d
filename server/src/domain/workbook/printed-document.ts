/** What was read from a document as rows of print: every line of a statement, every figure of a form or a schedule. */
import { PERSONAL_PARTS } from '../../engine/model/personal.ts'
import type { Filing, PrintedDocument, PrintedFigure, PrintedRow } from '../../engine/workbook/input.ts'
import { centsOf, parseCents } from '../../lib/money.ts'
import type { Cents } from '../../lib/money.ts'
import { lineScales } from '../extractions/line-scales.ts'
import type { DebtCellWire, DebtPayload } from '../extractions/debt-payload.ts'
import type { ExtractionPayload, FigureSource, PeriodWire } from '../extractions/payload.ts'
import type { PersonalPayload } from '../extractions/personal-payload.ts'
import type { StatementPayload } from '../extractions/statement-payload.ts'
import type { TaxReturnPayload } from '../extractions/tax-payload.ts'
import type { StatementMappingPayload } from '../mappings/mapping.ts'
import type { ManifestDocument } from '../spreads/manifest.ts'

/** By report type: the short name of its sheet, and its title. */
const KINDS: Readonly<Record<string, readonly [kind: string, title: string]>> = {
  'profit-loss-statements': ['P&L', 'Profit and loss statement'],
  'balance-sheets': ['Balance sheet', 'Balance sheet'],
  'cash-flow-statements': ['Cash flow', 'Statement of cash flows'],
  'tax-returns': ['Tax return', 'Tax return'],
  'debt-schedules': ['Debt schedule', 'Debt schedule'],
  'personal-financial-statements': ['Personal statement', 'Personal financial statement'],
}

export interface DocumentToPrint {
  readonly named: ManifestDocument
  readonly payload: ExtractionPayload
  readonly mapped: StatementMappingPayload | null
  readonly link: (page: number, address: string) => string | null
  readonly createdAt: Date
  /** Its place among the loan's documents, from 1. */
  readonly number: number
}

type Link = DocumentToPrint['link']
type Printed = Pick<PrintedDocument, 'columns' | 'rows'>

export function printedDocument(of: DocumentToPrint): PrintedDocument {
  const { named, payload } = of
  const [kind, title] = KINDS[named.report_type] ?? ['Document', 'Document']
  const periods = payload.periods.map((period) => periodWords(period, of.createdAt))
  return {
    id: named.document_id,
    kind: `${of.number} ${kind}`,
    title: periods.length === 0 ? title : `${title}, ${periods.join(' and ')}`,
    company: named.entity_name,
    extractionVersion: named.extraction_version,
    pages: payload.reading.pages,
    mapping: null,
    mappingState: named.mapping_state,
    ...rowsOf(of, periods),
  }
}

function rowsOf({ named, payload, mapped, link }: DocumentToPrint, periods: readonly string[]): Printed {
  switch (named.report_type) {
    case 'tax-returns':
      return taxRows(payload as TaxReturnPayload, link)
    case 'debt-schedules':
      return debtRows(payload as DebtPayload, link)
    case 'personal-financial-statements':
      return personalRows(payload as PersonalPayload, link)
    default:
      return { columns: periods, rows: statementRows(payload as StatementPayload, mapped, link) }
  }
}

/** As printed where the column says it in few words, else by its last day or its year. */
function periodWords(period: PeriodWire, createdAt: Date): string {
  const months = period.months_covered
  const end = period.period_end ?? `FY ${period.fiscal_year ?? createdAt.getUTCFullYear()}`
  return months === null || months === 12 ? end : `${end} (${months} m)`
}

function statementRows(payload: StatementPayload, mapped: StatementMappingPayload | null, link: Link): PrintedRow[] {
  const lines = new Map(mapped?.lines.map((line) => [line.key, line]))
  const labels = labelsOfNodes(mapped)
  const unmapped = new Set(mapped?.unmapped_lines.map(({ key }) => key))
  const flagged = new Set(mapped?.tree?.flatMap(({ flagged_keys }) => flagged_keys))
  const scales = lineScales(payload)
  return payload.lines.map((line, row) => {
    const placed = lines.get(line.key)
    const filing: Filing | null =
      placed && placed.filed_under !== null && placed.filed_values
        ? { account: labels.get(placed.filed_under) ?? placed.filed_under, values: placed.filed_values.map(cents) }
        : null
    const marks = [unmapped.has(line.key) ? 'unmapped' : null, flagged.has(line.key) ? 'look at this line' : null]
    return {
      label: line.label,
      depth: line.depth,
      isTotal: placed?.is_total ?? line.is_total,
      figures: line.sources.map((source, at) => figureOf(source, scales[row]?.[at] ?? 1, link)),
      filing,
      mark: marks.filter((mark) => mark !== null).join(', ') || null,
    }
  })
}

function labelsOfNodes(mapped: StatementMappingPayload | null): Map<string, string> {
  const labels = new Map<string, string>()
  const visit = (nodes: StatementMappingPayload['tree']): void => {
    for (const node of nodes ?? []) {
      labels.set(node.key, node.label)
      visit(node.children)
    }
  }
  visit(mapped?.tree ?? null)
  return labels
}

const cents = (text: string | null): Cents | null => (text === null ? null : parseCents(text))

function figureOf(source: FigureSource | null, scale: number, link: Link): PrintedFigure | null {
  const value = source && parseCents(source.value)
  if (source === null || value === null) return null
  const { address, page, text } = source
  return { address, page, text, value: centsOf(value * BigInt(scale)), url: link(page, address) }
}

const AS_PRINTED = ['As printed']

const plainRow = (label: string, depth: number, figures: PrintedRow['figures']): PrintedRow => ({
  label,
  depth,
  isTotal: false,
  figures,
  filing: null,
  mark: null,
})

function taxRows({ forms }: TaxReturnPayload, link: Link): Printed {
  const rows = forms.flatMap((form) => [
    plainRow(`${form.form}${form.tax_year === null ? '' : `, ${form.tax_year}`}`, 0, [null]),
    ...Object.entries(form.lines).map(([key, figure]) => plainRow(`Line ${key}`, 1, [figureOf(figure, 1, link)])),
  ])
  return { columns: AS_PRINTED, rows }
}

function debtRows({ columns, debts, totals, scale }: DebtPayload, link: Link): Printed {
  const figures = (cells: readonly DebtCellWire[]): PrintedRow['figures'] =>
    cells.map((one) => (one !== null && 'value' in one ? figureOf(one, scale.factor, link) : null))
  return {
    columns: columns.map(({ head }) => head),
    rows: [
      ...debts.map(({ creditor, cells }) => plainRow(creditor?.text ?? '', 0, figures(cells))),
      ...totals.map(({ label, cells }) => ({ ...plainRow(label, 0, figures(cells)), isTotal: true })),
    ],
  }
}

function personalRows(payload: PersonalPayload, link: Link): Printed {
  const rows = PERSONAL_PARTS.flatMap((part) => [
    plainRow(part.replaceAll('_', ' '), 0, [null]),
    ...payload[part].map(({ label, figure }) => plainRow(label, 1, [figureOf(figure, payload.scale.factor, link)])),
  ])
  return { columns: AS_PRINTED, rows }
}
