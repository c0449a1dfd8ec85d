/**
 * A manifest to a snapshot: loads exactly what the manifest names, and nothing else, so that computing a snapshot now
 * and computing it again in ten years are one function.
 */
import type { GivenFigure, SpreadDocument, SpreadDocumentFacts, SpreadInput } from '../../engine/model/spread.ts'
import { spreadToPayload } from '../../engine/spread/payload.ts'
import type { SpreadPayload } from '../../engine/spread/payload.ts'
import { spreadLoan } from '../../engine/spread/spread-loan.ts'
import { centsOf, parseCents } from '../../lib/money.ts'
import type { Cents } from '../../lib/money.ts'
import { addbacksOfVersion } from '../../store/addbacks.ts'
import { toJson } from '../../store/json.ts'
import type { DebtPayload } from '../extractions/debt-payload.ts'
import type { PersonalPayload } from '../extractions/personal-payload.ts'
import type { StatementPayload } from '../extractions/statement-payload.ts'
import type { TaxReturnPayload } from '../extractions/tax-payload.ts'
import type { StatementMappingPayload } from '../mappings/mapping.ts'
import type { WorkspaceCharts } from '../mappings/workspace-charts.ts'
import { sealManifest } from './manifest.ts'
import type { Manifest, ManifestDocument, ManifestInputs, WireGiven } from './manifest.ts'
import { debtSchedule, mappedStatement, personalStatement, printedStatement, taxReturn } from './spread-documents.ts'
import type { SpreadSources } from './spread-sources.ts'

export interface MadeSnapshot {
  readonly manifest: Manifest
  /** What is kept: JSON, byte for byte. */
  readonly payloadText: string
  readonly manifestText: string
}

/** What the manifest names is not there any more, or is not what it was. */
export class InputChanged extends Error {}

export async function makeSnapshot(
  sources: SpreadSources,
  charts: WorkspaceCharts,
  inputs: ManifestInputs,
): Promise<MadeSnapshot> {
  const payload = spreadToPayload(spreadLoan(await loadInput(sources, charts, inputs)))
  // Hashed is what is kept: text from files may hold characters that the store does not take.
  const payloadText = toJson(payload)
  const manifest = sealManifest(JSON.parse(toJson(inputs)) as ManifestInputs, JSON.parse(payloadText) as SpreadPayload)
  return { manifest, payloadText, manifestText: toJson(manifest) }
}

async function loadInput(
  sources: SpreadSources,
  charts: WorkspaceCharts,
  inputs: ManifestInputs,
): Promise<SpreadInput> {
  const documents: SpreadDocument[] = []
  for (const one of inputs.documents) {
    const document = await loadDocument(sources, charts, one)
    if (document) documents.push(document)
  }
  const addbacks = await addbacksOfVersion(sources.tx, inputs.loan_id, inputs.addbacks_version)
  if (!addbacks) throw new InputChanged(`version ${inputs.addbacks_version} of the addbacks is gone`)
  return {
    loanAmount: inputs.loan_amount === null ? null : parseCents(inputs.loan_amount),
    borrowerKey: inputs.borrower_key,
    obligated: inputs.obligated,
    affiliates: inputs.analyst.affiliates,
    documents,
    addbacks: addbacks.rows.map(({ id, entity_key, amounts }) => ({
      id,
      entityKey: entity_key,
      amounts: amounts.map(({ fiscal_year, period_end, amount }) => ({
        fiscalYear: fiscal_year,
        periodEnd: period_end,
        amount: money(amount),
      })),
    })),
    given: inputs.analyst.given.map(givenFigure),
  }
}

function givenFigure({ key, entity_key, fiscal_year, period_end, value, note }: WireGiven): GivenFigure {
  const period = fiscal_year === null ? null : { fiscalYear: fiscal_year, periodEnd: period_end }
  return { key, entityKey: entity_key, period, value: money(value), note }
}

function money(text: string): Cents {
  return parseCents(text) ?? centsOf(0n)
}

/** Null for a document that is named and not used: nobody knows whose it is, or it has no mapping. */
async function loadDocument(
  sources: SpreadSources,
  charts: WorkspaceCharts,
  named: ManifestDocument,
): Promise<SpreadDocument | null> {
  const { entity_key, entity_name, entity_kind } = named
  if (entity_key === null || entity_name === null || entity_kind === null) return null
  const facts: SpreadDocumentFacts = {
    id: named.document_id,
    entityKey: entity_key,
    entityName: entity_name,
    entityKind: entity_kind,
    assurance: named.assurance_level,
  }
  if (named.report_type === 'profit-loss-statements') return loadMapping(sources, charts, { named, facts })
  const extraction = await sources.extraction(named.document_id, named.extraction_version)
  if (!extraction) throw new InputChanged(`${named.document_id} is gone`)
  if (extraction.sha256 !== named.extraction_sha256)
    throw new InputChanged(`the extraction of ${named.document_id} is not what it was`)
  const received = { id: named.document_id, createdAt: new Date(named.received_at) }
  const { payload } = extraction.kept
  switch (named.report_type) {
    case 'balance-sheets':
      return { ...facts, ...printedStatement('balance-sheet', received, payload as StatementPayload) }
    case 'cash-flow-statements':
      return { ...facts, ...printedStatement('cash-flow', received, payload as StatementPayload) }
    case 'tax-returns':
      return { ...facts, ...taxReturn(payload as TaxReturnPayload) }
    case 'debt-schedules':
      return { ...facts, ...debtSchedule(payload as DebtPayload) }
    case 'personal-financial-statements':
      return { ...facts, ...personalStatement(payload as PersonalPayload) }
    default:
      return null
  }
}

async function loadMapping(
  sources: SpreadSources,
  charts: WorkspaceCharts,
  { named, facts }: { readonly named: ManifestDocument; readonly facts: SpreadDocumentFacts },
): Promise<SpreadDocument | null> {
  if (named.mapping_id === null || named.mapping_sha256 === null) return null
  const mapping = await sources.mapping({ id: named.mapping_id, documentId: named.document_id })
  if (!mapping) throw new InputChanged(`the mapping ${named.mapping_id} is gone`)
  if (mapping.sha256 !== named.mapping_sha256)
    throw new InputChanged(`the mapping ${named.mapping_id} is not what it was`)
  const { chart } = await charts.of(sources.tx, mapping.kept.chart)
  return { ...facts, ...mappedStatement(named.mapping_id, mapping.kept.payload as StatementMappingPayload, chart) }
}
