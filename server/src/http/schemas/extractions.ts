import { Type } from 'typebox'
import type { Static } from 'typebox'
import { CATEGORY_NAMES, REPORT_TYPES } from '../../domain/documents/categories.ts'
import { MAX_CORRECTIONS } from '../../domain/documents/correct-document.ts'
import type { Owner } from '../../domain/documents/list-owners.ts'
import { FINDABLE_MEASURES, MAX_QUERIES } from '../../domain/documents/query-figures.ts'
import type { FoundFigure } from '../../domain/documents/query-figures.ts'
import type { ViewedPage } from '../../domain/documents/read-page.ts'
import type { Correction } from '../../domain/extractions/corrections.ts'
import { Closed, DateTime, Id, Money, Nullable, OneOf, Text, Version } from './common.ts'
import { Spot } from './documents.ts'

const Free = (description: string) => Type.Object({}, { additionalProperties: true, description })

/** The part that all categories share is spelled out; what a category adds stands beside it. */
export const ReportDataBody = Type.Object(
  {
    document_id: Id('doc'),
    report_type: OneOf(REPORT_TYPES),
    extraction_version: Type.Integer({ description: 'The revision that this is.' }),
    engine_version: Type.String(),
    entity: Closed({
      name: Nullable(Type.String()),
      ein_last4: Nullable(Type.String()),
      address: Nullable(Type.String()),
    }),
    currency: Nullable(Type.String()),
    scale: Free('`factor`: what one printed unit is worth; `source`: where that is printed.'),
    periods: Type.Array(Free('`fiscal_year`, `period_end`, `label`, `months_covered`, `scale`, `source`.')),
    proofs: Type.Array(
      Free(
        '`name`, `state` (proved, failed, not_proved), `expected`, `actual`, `residual`, `addresses`, `hint`. A check with nothing to test is not_proved.',
      ),
    ),
    leftovers: Type.Array(Free('A number on the pages that is no figure: `page`, `box`, `text`, `reason`, `column`.')),
    reading: Free('`kind` (digital, ocr, sheet) and `pages`.'),
    corrections: Type.Array(
      Closed({
        address: Type.String(),
        member: OneOf(['value', 'label', 'date']),
        from: Nullable(Type.String()),
        to: Type.String(),
      }),
      { description: 'What people changed after the reading; the printed text and its place stay as they are.' },
    ),
  },
  {
    title: 'ReportData',
    additionalProperties: true,
    description:
      'Statements add `lines` with `key`, `label`, `depth`, `is_total`, `section`, `values` and `sources`; the address of a figure is `lines.<line>.<period>`. Each source gives the `value` as printed, the `text`, the `page` and the `box`. Personal financial statements add `assets`, `liabilities`, `income`, `expenses` and `contingent_liabilities` with `label`, `role` and `figure`, the `net_worth`, and `schedules` with `columns`, `rows` and `totals`.',
  },
)

export const FigureBody = Closed(
  {
    document_id: Id('doc'),
    loan_id: Id('loan'),
    report_type: OneOf(REPORT_TYPES),
    extraction_version: Nullable(Type.Integer()),
    entity_name: Nullable(Type.String()),
    caption: Type.String({ description: 'As printed.' }),
    fiscal_year: Nullable(Type.Integer()),
    period_end: Nullable(Type.String({ format: 'date' })),
    period_label: Nullable(Type.String()),
    value: Type.String({ description: 'The figure as printed.' }),
    amount: Type.String({ description: 'What it is worth: the printed figure times the scale of its column.' }),
    source: Closed({ ...Spot, address: Type.String({ description: 'Where it stands in the report data.' }) }),
  },
  { title: 'Figure' },
)

export function figureToWire(figure: FoundFigure) {
  return {
    document_id: figure.documentId,
    loan_id: figure.loanId,
    report_type: figure.reportType,
    extraction_version: figure.extractionVersion,
    entity_name: figure.entityName,
    caption: figure.caption,
    fiscal_year: figure.fiscalYear,
    period_end: figure.periodEnd,
    period_label: figure.periodLabel,
    value: figure.value,
    amount: figure.amount,
    source: { page: figure.page, box: figure.box, text: figure.printed, address: figure.address },
  }
}

export const OwnerBody = Closed(
  {
    name: Type.String({ description: 'As the newest of their documents prints it.' }),
    aliases: Type.Array(Type.String(), { description: 'Every way in which the name is printed, newest first.' }),
    k1_form: Nullable(Type.String({ description: 'The form whose K-1 names them; null while none was read.' })),
    share_percent: Nullable(
      Type.String({
        description: 'Their share as the newest K-1 states it, as a decimal; null while none states one.',
      }),
    ),
    document_ids: Type.Array(Id('doc'), { description: 'The documents that are about them, newest first.' }),
  },
  { title: 'Owner' },
)

export function ownerToWire(owner: Owner) {
  return {
    name: owner.name,
    aliases: owner.names,
    k1_form: owner.k1Form,
    share_percent: owner.sharePercent,
    document_ids: owner.documentIds,
  }
}

const FiscalYear = Type.Integer({ minimum: 1900, maximum: 2200 })

export const FigureFilters = {
  loanId: Type.Optional(Type.String({ description: 'Only figures of this loan.' })),
  reportType: Type.Optional(Type.String({ description: `Only of this kind of document: ${REPORT_TYPES.join(', ')}.` })),
  fiscalYear: Type.Optional(FiscalYear),
  entity: Type.Optional(
    Text(200, { description: 'Only of documents that print this name; case, punctuation and company form aside.' }),
  ),
  caption: Type.Optional(Text(300, { description: 'Only of lines with this caption; case and punctuation aside.' })),
  account: Type.Optional(Text(200, { description: 'Only of lines that the mapping in force places on this account.' })),
  measure: Type.Optional(
    Text(40, { description: `Only figures printed as this headline measure: ${FINDABLE_MEASURES.join(', ')}.` }),
  ),
}

export const QueryBulkBody = Closed({
  queries: Type.Array(
    Closed({
      loan_id: Type.Optional(Text(64)),
      report_type: Type.Optional(OneOf(REPORT_TYPES)),
      fiscal_year: Type.Optional(FiscalYear),
      entity: Type.Optional(Text(200)),
      caption: Type.Optional(Text(300)),
      account: Type.Optional(Text(200)),
      measure: Type.Optional(OneOf(FINDABLE_MEASURES)),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      cursor: Type.Optional(Text(200)),
    }),
    { minItems: 1, maxItems: MAX_QUERIES },
  ),
})

const CorrectionBody = Closed(
  {
    address: Text(60, {
      description:
        'Of a figure as its source states it, for a value; of its row, such as lines.<line>, rows.<row> or accounts.<account>.transactions.<row>, for a caption or a day.',
    }),
    value: Type.Optional(Money({ description: 'What the figure really is, as it would be printed.' })),
    label: Type.Optional(Text(300, { description: 'What the caption, the party or the description really is.' })),
    date: Type.Optional(
      Type.String({ format: 'date', description: 'Of a movement or a daily balance: its real day.' }),
    ),
  },
  { minProperties: 2, maxProperties: 2 },
)

/** The schema lets through exactly one member besides the address. */
export function correctionFromWire({ address, value, label, date }: Static<typeof CorrectionBody>): Correction {
  if (value !== undefined) return { address, value }
  return date === undefined ? { address, label: label ?? '' } : { address, date }
}

export const CorrectDocumentBody = Closed(
  {
    extraction_version: Type.Optional(Version),
    category: Type.Optional(
      OneOf(CATEGORY_NAMES, { description: 'What it really is. It is then read again as that.' }),
    ),
    company_attachment: Type.Optional(
      Nullable(
        Closed(
          {
            entity_name: Text(200),
            entity_ein_last4: Type.Optional(Nullable(Type.String({ pattern: '^[0-9]{4}$' }))),
            entity_kind: Type.Optional(OneOf(['business', 'person'], { description: 'business when left out.' })),
          },
          { description: 'The company to file it under; null takes it from any.' },
        ),
      ),
    ),
    corrections: Type.Optional(Type.Array(CorrectionBody, { minItems: 1, maxItems: MAX_CORRECTIONS })),
  },
  { minProperties: 1 },
)

export const PageBody = Closed(
  {
    page: Type.Integer(),
    width: Type.Number({ description: 'In points, as the boxes.' }),
    height: Type.Number(),
    kind: OneOf(['digital', 'ocr', 'sheet']),
    words: Type.Array(Closed({ text: Type.String(), box: Spot.box })),
    image: Closed({
      state: OneOf(['ready', 'drawing', 'none'], {
        description: 'drawing: ask again after Retry-After. none: a sheet has no picture.',
      }),
      url: Nullable(Type.String({ description: 'A short-lived link to the picture, WebP.' })),
      expires_at: Nullable(DateTime),
    }),
  },
  { title: 'DocumentPage' },
)

export function pageToWire({ page, image }: ViewedPage) {
  const ready = image.state === 'ready' ? image : null
  return {
    page: page.number,
    width: page.width,
    height: page.height,
    kind: page.kind,
    words: page.words.map(({ text, box }) => ({ text, box })),
    image: { state: image.state, url: ready?.url ?? null, expires_at: ready?.expiresAt.toISOString() ?? null },
  }
}
