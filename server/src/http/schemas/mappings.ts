import { Type } from 'typebox'
import { SECTIONS } from '../../domain/chart/chart.ts'
import type { FigureProof, MappingDiff, StoredMapping } from '../../domain/mappings/mapping.ts'
import type { MappingPreview } from '../../domain/mappings/preview-mapping.ts'
import { Closed, DateTime, Id, Money, Nullable, OneOf } from './common.ts'

const FIGURE = 'Two decimals; null where the period has none.'
const Figures = (description: string) => Type.Array(Nullable(Money()), { description: `${description} ${FIGURE}` })
const Keys = (description: string) => Type.Array(Type.String(), { description })

const Source = Closed({
  kind: OneOf(['printed', 'derived'], { description: 'Printed at the address, or computed from what is.' }),
  pages: Type.Array(Type.Integer(), { description: 'From 1, ascending.' }),
  document_id: Nullable(Id('doc')),
  address: Nullable(Type.String({ description: 'lines.<line>.<period> in the report data; null when derived.' })),
})
const Sources = Type.Array(Nullable(Source), { description: 'One for each figure; null where the figure is.' })
const SectionWord = Nullable(OneOf(SECTIONS))

const Period = Closed({
  fiscal_year: Type.Integer(),
  period_end: Nullable(Type.String({ format: 'date' })),
  label: Nullable(Type.String({ description: 'As printed.' })),
  months_covered: Nullable(Type.Integer()),
})

const Foot = Closed({
  printed_bottom_line_source: Nullable(Source),
  printed_bottom_line: Nullable(Money({ description: 'Net income as printed, in the sign of the result.' })),
  line_sum: Nullable(Money({ description: 'The bottom line that the lines walk to.' })),
  residual: Nullable(Money({ description: 'Printed less walked.' })),
  tolerance: Nullable(Money({ description: 'How far the two may be apart by rounding.' })),
})

const Line = Closed({
  key: Type.String(),
  label: Type.String({ description: 'The caption as printed.' }),
  depth: Type.Integer({ description: 'Indentation, 0 outermost.' }),
  is_total: Type.Boolean(),
  values: Figures('As printed, in the sign presentation of the statement.'),
  sources: Sources,
  filed_under: Nullable(Type.String({ description: 'Key of the node that holds the line.' })),
  filed_values: Nullable(Figures('As that node counts it, positive in the direction of its effect.')),
})

const Measure = Nullable(Figures('One figure a period; null when the statement states none.'))
const Measures = Closed({
  revenue: Measure,
  gross_profit: Measure,
  operating_expenses: Measure,
  operating_income: Measure,
  pretax_income: Measure,
  net_income: Measure,
  ebitda: Measure,
  noi: Measure,
})

const NodeFields = {
  kind: OneOf(['folder', 'leaf', 'measure']),
  key: Type.String(),
  label: Type.String(),
  values: Figures('Positive in the direction of the effect.'),
  unitemized: Figures('The part that no printed line accounts for.'),
  sources: Sources,
  member_keys: Keys('Lines of the node and of those under it.'),
  direct_member_keys: Keys('Lines of the node itself.'),
  flagged_keys: Keys('Lines that a person should look at.'),
  reclassified_keys: Keys('Always empty.'),
  account_id: Nullable(Type.String()),
  section: SectionWord,
  role: SectionWord,
  measure: Nullable(Type.String()),
  external_code: Nullable(Type.String()),
  external_label: Nullable(Type.String()),
  effect: Nullable(OneOf(['adds', 'subtracts'])),
}
/** A section, the groups in it, the accounts in them: the chart has no more floors than these. */
const Account = Closed({ ...NodeFields, children: Type.Array(Type.Object({}), { maxItems: 0 }) })
const Group = Closed({ ...NodeFields, children: Type.Array(Account) })
const Top = Closed({ ...NodeFields, children: Type.Array(Group) })

const Payload = Closed({
  schema_version: Type.Integer({ description: 'Always 1.' }),
  statement: OneOf(['profit_and_loss']),
  document_id: Id('doc'),
  mapping_state: OneOf(['mapped', 'unfooted'], {
    description: 'mapped: the lines walk to the printed bottom line. unfooted: they do not, and foot says by how much.',
  }),
  periods: Type.Array(Period),
  foot: Type.Array(Foot, { description: 'One entry a period.' }),
  lines: Type.Array(Line, { description: 'Every printed line, in print order.' }),
  measures: Measures,
  unmapped_lines: Type.Array(
    Closed({
      key: Type.String(),
      section: SectionWord,
      suggested_account_id: Nullable(Type.String({ description: 'Always null.' })),
    }),
    { description: 'Lines with a figure that no account received.' },
  ),
  unmapped_export_account_ids: Keys('Ids that the export map gives a code and the chart does not list.'),
  overrides_applied: Type.Boolean({ description: 'Always false.' }),
  export_system: Nullable(Type.String()),
  tree: Nullable(Type.Array(Top, { description: 'From revenue down to net income; null when unfooted.' })),
})

export const MappingBody = Closed(
  {
    mapping_id: Id('map'),
    document_id: Id('doc'),
    status: OneOf(['ready', 'unmappable'], {
      description: 'unmappable: the document cannot be read as a profit and loss statement at all.',
    }),
    extraction_version: Type.Integer({ description: 'The revision of the extraction it was made from.' }),
    engine_version: Type.String(),
    chart_document_version: Type.Integer({ description: "Version of the workspace's chart; 0 when none was saved." }),
    chart_rules_version: Type.Integer({ description: 'Version of the caption rules; 0 when none were saved.' }),
    created_at: DateTime,
    stale: Type.Boolean({ description: 'True while a newer mapping is prepared, because something changed.' }),
    payload: Nullable(Payload),
    error_code: Nullable(OneOf(['unmappable'])),
    chart_version: Nullable(Type.String({ description: 'Version of the platform chart; null when unmappable.' })),
  },
  { title: 'StatementMapping' },
)

export function mappingToWire(mapping: StoredMapping) {
  const isReady = mapping.status === 'ready'
  return {
    mapping_id: mapping.id,
    document_id: mapping.documentId,
    status: mapping.status,
    extraction_version: mapping.extractionVersion,
    engine_version: mapping.engineVersion,
    chart_document_version: mapping.chart.chart,
    chart_rules_version: mapping.chart.rules,
    created_at: mapping.createdAt.toISOString(),
    stale: !mapping.isCurrent,
    payload: mapping.payload,
    error_code: isReady ? null : 'unmappable',
    chart_version: isReady ? mapping.platformChartVersion : null,
  }
}

export const MappingProofBody = Closed(
  {
    mapping_id: Id('map'),
    document_id: Id('doc'),
    figures: Type.Array(
      Closed({
        key: Type.String({ description: 'Of the node of the tree.' }),
        period: Type.Integer({ description: 'Position in periods.' }),
        value: Money(),
        terms: Type.Array(
          Closed({
            line_key: Type.String(),
            address: Nullable(Type.String({ description: 'lines.<line>.<period> in the report data.' })),
            pages: Type.Array(Type.Integer()),
            printed: Money({ description: 'As printed.' }),
            factor: Type.Integer({ description: '1 when it counts as printed, -1 when it counts the other way.' }),
          }),
        ),
        unitemized: Money({ description: 'The part that no printed line accounts for.' }),
        holds: Type.Boolean({ description: 'Whether printed figures times factors and the rest come to the value.' }),
      }),
      { description: 'One for each figure of the tree; none where the statement does not foot.' },
    ),
  },
  { title: 'MappingProof' },
)

const DiffSide = Closed({
  mapping_id: Id('map'),
  status: OneOf(['ready', 'unmappable']),
  mapping_state: Nullable(OneOf(['mapped', 'unfooted'])),
  extraction_version: Type.Integer(),
  engine_version: Type.String(),
  chart_document_version: Type.Integer(),
  chart_rules_version: Type.Integer(),
})

const Changes = {
  lines: Type.Array(
    Closed({
      key: Type.String(),
      label: Type.String(),
      change: OneOf(['moved', 'changed', 'added', 'removed'], {
        description: 'To another account, to other figures, or in one of the two mappings only.',
      }),
      from: Nullable(Type.String({ description: 'Key of the node that held it.' })),
      to: Nullable(Type.String()),
      from_values: Nullable(Figures('As it was counted.')),
      to_values: Nullable(Figures('As it is counted.')),
    }),
  ),
  measures: Type.Array(
    Closed({
      measure: Type.String(),
      fiscal_year: Type.Integer(),
      period_end: Nullable(Type.String({ format: 'date' })),
      from: Nullable(Money()),
      to: Nullable(Money()),
      difference: Nullable(Money({ description: 'Null where one of them has no figure.' })),
    }),
  ),
}

export const MappingDiffBody = Closed(
  {
    document_id: Id('doc'),
    from: DiffSide,
    to: DiffSide,
    ...Changes,
  },
  { title: 'MappingDiff' },
)

export const MappingPreviewBody = Closed(
  {
    document_id: Id('doc'),
    from: DiffSide,
    mapping_state: Nullable(OneOf(['mapped', 'unfooted'], { description: 'As it would be; null: unmappable.' })),
    unmapped_keys: Keys('Lines that no account would receive.'),
    ...Changes,
  },
  { title: 'MappingPreview' },
)

export function mappingPreviewToWire({ from, to, diff }: MappingPreview) {
  return {
    document_id: from.documentId,
    from: diffSide(from),
    mapping_state: to?.mapping_state ?? null,
    unmapped_keys: to?.unmapped_lines.map((line) => line.key) ?? [],
    ...diff,
  }
}

export function mappingProofToWire({ mapping, figures }: { mapping: StoredMapping; figures: readonly FigureProof[] }) {
  return { mapping_id: mapping.id, document_id: mapping.documentId, figures }
}

export function mappingDiffToWire({ from, to, diff }: { from: StoredMapping; to: StoredMapping; diff: MappingDiff }) {
  return { document_id: to.documentId, from: diffSide(from), to: diffSide(to), ...diff }
}

function diffSide(mapping: StoredMapping) {
  const payload = mapping.payload as { mapping_state: string } | null
  return {
    mapping_id: mapping.id,
    status: mapping.status,
    mapping_state: payload?.mapping_state ?? null,
    extraction_version: mapping.extractionVersion,
    engine_version: mapping.engineVersion,
    chart_document_version: mapping.chart.chart,
    chart_rules_version: mapping.chart.rules,
  }
}
