import { Type } from 'typebox'
import type { Static, TSchema } from 'typebox'
import { AFFILIATE_POLICIES, GIVEN_KEYS, SNAPSHOT_STATUSES } from '../../domain/spreads/snapshot.ts'
import type { AnalystWork, Snapshot, SnapshotFacts } from '../../domain/spreads/snapshot.ts'
import { EntityKey, FiscalYear } from './addbacks.ts'
import { Closed, DateTime, Id, Money, Nullable, OneOf, ReadVersion, Text } from './common.ts'

const NullableText = Nullable(Type.String())
const NullableDate = Nullable(Type.String({ format: 'date' }))
const Sha256 = Type.String({ description: 'SHA-256 in hexadecimal, of the JSON with its members sorted (RFC 8785).' })

const Input = Closed({
  kind: OneOf(['node', 'figure', 'attribute', 'addback', 'given', 'loan'], {
    description:
      'A row of a mapping, a printed figure, another attribute, a row of the addbacks, or what a person said.',
  }),
  ref: Type.String({ description: "The row's key, the figure's address, the attribute's path, or a name." }),
  document_id: Nullable(Id('doc')),
  mapping_id: Nullable(Id('map')),
  period: Nullable(Type.Integer({ description: "Of a mapping's row: the position of the period there." })),
  value: Type.String(),
})

const Attribute = Closed({
  key: Type.String(),
  unit: OneOf(['usd', 'ratio', 'percent', 'days']),
  value: Nullable(Type.String({ description: 'Two decimals, of a ratio four, of days one. Null with a reason.' })),
  formula: Nullable(
    Type.String({ description: 'How it is computed from the attributes that it names; null where it is read.' }),
  ),
  inputs: Type.Array(Input, { description: 'What it was read from or computed of.' }),
  note: NullableText,
  reason: Nullable(
    Closed({
      code: OneOf([
        'not_stated',
        'unfooted',
        'missing_input',
        'missing_member',
        'not_meaningful',
        'not_twelve_months',
        'unknown_length',
      ]),
      about: Type.Array(Type.String()),
    }),
  ),
})
const Attributes = Type.Array(Attribute)

const Period = Closed({
  period_id: Type.String({ description: 'Names the period within its entity.' }),
  statement_type: OneOf(['financial_statement', 'interim', 'tax_return']),
  fiscal_year: Type.Integer(),
  period_end: NullableDate,
  months_covered: Nullable(Type.Integer()),
  assurance_level: NullableText,
  mapping_id: Nullable(Id('map')),
  mapping_state: Nullable(OneOf(['mapped', 'unfooted'])),
  document_ids: Type.Array(Type.String(), { description: 'The documents that the period was read from.' }),
  superseded_document_ids: Type.Array(Type.String(), {
    description: 'Documents that state the same period and were not used: another says it better, or later.',
  }),
  attributes: Attributes,
})

const StatementRow = Closed({
  key: Type.String(),
  label: Type.String(),
  kind: OneOf(['folder', 'leaf', 'measure']),
  depth: Type.Integer(),
  values: Type.Array(Nullable(Money()), { description: 'One for each period of the entity.' }),
})

const Payload = Closed({
  schema_version: Type.Integer({ description: 'Always 1.' }),
  engine_version: Type.String(),
  affiliates: OneOf(AFFILIATE_POLICIES, {
    description: 'How companies that do not answer for the loan enter its global cash flow.',
  }),
  entities: Type.Array(
    Closed({
      entity_key: Type.String(),
      name: Type.String(),
      kind: OneOf(['business', 'person']),
      is_borrower: Type.Boolean(),
      is_obligated: Type.Boolean({ description: 'Whether it answers for the loan, as borrower or guarantor.' }),
      periods: Type.Array(Period, { description: 'The oldest first.' }),
      statement: Type.Array(StatementRow, { description: 'Its mapped statements side by side.' }),
    }),
  ),
  years: Type.Array(Closed({ fiscal_year: Type.Integer(), attributes: Attributes }), {
    description: 'Of all who answer for the loan together: global cash flow.',
  }),
  unused: Type.Array(
    Closed({
      kind: OneOf(['addback', 'given']),
      ref: Type.String(),
      entity_key: NullableText,
      fiscal_year: Nullable(Type.Integer()),
      period_end: NullableDate,
    }),
    { description: 'Addbacks and given figures of periods that no document states.' },
  ),
})

const Given = Closed({
  key: OneOf(GIVEN_KEYS),
  entity_key: Nullable(EntityKey('Whose figure it is; null: of the borrower.')),
  fiscal_year: Nullable(FiscalYear),
  period_end: NullableDate,
  value: Money(),
  note: Text(2000, { description: 'Where it is from.' }),
})

const Work = {
  affiliates: OneOf(AFFILIATE_POLICIES),
  given: Type.Array(Given, { description: 'Figures that no document states; without a year, of every period.' }),
  note: Nullable(Text(10_000)),
}

const Manifest = Closed({
  schema_version: Type.Integer({ description: 'Always 1.' }),
  engine_version: Type.String(),
  chart_version: Type.String(),
  loan_id: Id('loan'),
  loan_amount: Nullable(Money()),
  borrower_key: NullableText,
  obligated: Type.Array(Type.Array(Type.String()), { description: 'The keys of each who answers for the loan.' }),
  documents: Type.Array(
    Closed({
      document_id: Id('doc'),
      report_type: Type.String(),
      extraction_version: Type.Integer(),
      extraction_sha256: Sha256,
      entity_key: Nullable(Type.String({ description: 'Null: nobody knows whose it is, and it is not used.' })),
      entity_name: NullableText,
      entity_kind: Nullable(OneOf(['business', 'person'])),
      assurance_level: NullableText,
      received_at: DateTime,
      mapping_id: Nullable(Id('map')),
      mapping_state: Nullable(OneOf(['mapped', 'unfooted', 'unmappable', 'pending'])),
      mapping_sha256: Nullable(Sha256),
    }),
  ),
  addbacks_version: Type.Integer(),
  analyst: Closed(Work),
  payload_sha256: Sha256,
  hash: Type.String({ description: 'Of all members above, made the same way.' }),
})

const Facts = {
  snapshot_id: Id('snap'),
  loan_id: Id('loan'),
  status: OneOf(SNAPSHOT_STATUSES),
  version: Type.Integer({ description: 'Counts the snapshots of this status, from 1.' }),
  created_at: DateTime,
  finalized_at: Nullable(DateTime),
  finalized_by: Nullable(Type.String({ description: 'The key that froze it.' })),
  finalized_by_external_user_id: NullableText,
} satisfies Record<string, TSchema>

export const SnapshotBody = Closed({ ...Facts, payload: Payload, manifest: Manifest }, { title: 'AttributeSnapshot' })

export const SnapshotFactsBody = Closed(
  { ...Facts, hash: Type.String({ description: 'Of its manifest: equal hashes are equal figures of equal inputs.' }) },
  { title: 'AttributeSnapshotSummary' },
)

const MAX_GIVEN = 500

export const SaveDraftBody = Closed({
  version: ReadVersion,
  affiliates: Type.Optional(Work.affiliates),
  given: Type.Array(
    Closed({
      ...Given.properties,
      entity_key: Type.Optional(Given.properties.entity_key),
      fiscal_year: Type.Optional(Given.properties.fiscal_year),
      period_end: Type.Optional(Given.properties.period_end),
    }),
    { maxItems: MAX_GIVEN, description: 'Takes the place of what the last draft gave.' },
  ),
  note: Type.Optional(Work.note),
})

export const SpreadBody = Closed(
  {
    loan_id: Id('loan'),
    state: OneOf(['open', 'final']),
    final_snapshot_id: Nullable(Type.String({ description: 'What froze the figures; null while the spread is open.' })),
  },
  { title: 'Spread' },
)

export const FinalizeBody = Closed({
  snapshot_id: Type.Optional(
    Type.String({ description: 'The snapshot you have looked at; refused when its figures are no longer those.' }),
  ),
})

export function toWork(body: Static<typeof SaveDraftBody>): AnalystWork {
  return {
    affiliates: body.affiliates ?? 'distributions',
    given: body.given.map(({ key, entity_key, fiscal_year, period_end, value, note }) => ({
      key,
      entity_key: entity_key ?? null,
      fiscal_year: fiscal_year ?? null,
      period_end: period_end ?? null,
      value,
      note,
    })),
    note: body.note ?? null,
  }
}

function factsToWire(snapshot: SnapshotFacts) {
  return {
    snapshot_id: snapshot.id,
    loan_id: snapshot.loanId,
    status: snapshot.status,
    version: snapshot.version,
    created_at: snapshot.createdAt.toISOString(),
    finalized_at: snapshot.finalizedAt?.toISOString() ?? null,
    finalized_by: snapshot.finalizedBy,
    finalized_by_external_user_id: snapshot.finalizedByExternalUserId,
  }
}

export function snapshotToWire(snapshot: Snapshot) {
  return { ...factsToWire(snapshot), payload: snapshot.payload, manifest: snapshot.manifest }
}

export function snapshotFactsToWire(snapshot: SnapshotFacts) {
  return { ...factsToWire(snapshot), hash: snapshot.hash }
}
