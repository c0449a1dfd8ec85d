/** Loads what a workbook shows: the figures in force, or the frozen ones, and exactly the revisions they were made from. */
import type { PrintedDocument, WorkbookInput } from '../../engine/workbook/input.ts'
import type { SpreadPayload } from '../../engine/spread/payload.ts'
import { addbacksOfVersion } from '../../store/addbacks.ts'
import type { AddbackRow } from '../../store/addbacks.ts'
import { findBorrower } from '../../store/borrowers.ts'
import type { ReadTx } from '../../store/db.ts'
import { findExtraction } from '../../store/extractions.ts'
import type { Loan } from '../../store/loans.ts'
import { findMapping } from '../../store/mappings.ts'
import { findSnapshot, latestSnapshot } from '../../store/spreads.ts'
import type { ExtractionPayload } from '../extractions/payload.ts'
import type { StatementMappingPayload } from '../mappings/mapping.ts'
import { MAPPING_LOGIC } from '../mappings/map-stored.ts'
import type { WorkspaceCharts } from '../mappings/workspace-charts.ts'
import type { PageViewer } from '../deps.ts'
import { gatherInputs } from '../spreads/gather-inputs.ts'
import { makeSnapshot } from '../spreads/make-snapshot.ts'
import { NO_WORK } from '../spreads/manifest.ts'
import type { Manifest, ManifestDocument } from '../spreads/manifest.ts'
import { SpreadSources } from '../spreads/spread-sources.ts'
import type { Basis } from './basis.ts'
import { crossChecksOf, documentChecks, mappingChecks, unusedChecks } from './checks.ts'
import { MappingFormulas } from './mapping-formulas.ts'
import { mappedStatement } from './mapped-statement.ts'
import { printedDocument } from './printed-document.ts'
import { companiesOf, givenOf, yearsOf } from './spread-measures.ts'

export interface GatherDeps {
  readonly charts: WorkspaceCharts
  readonly viewer: PageViewer
  readonly clock: { now(): Date }
}

/** One document of the manifest with what was read from it and how it was mapped. */
interface Loaded {
  readonly printed: PrintedDocument
  readonly payload: ExtractionPayload
  readonly formulas: MappingFormulas | null
}

export async function gatherWorkbook(deps: GatherDeps, tx: ReadTx, loan: Loan, basis: Basis): Promise<WorkbookInput> {
  const { manifest, payload, words } = await figuresOf(deps, tx, loan, basis)
  const loaded: Loaded[] = []
  for (const named of manifest.documents) {
    const one = await load(deps, tx, loan, { named, number: loaded.length + 1 })
    if (one) loaded.push(one)
  }
  const mappings = new Map(loaded.flatMap(({ formulas }) => (formulas ? [[formulas.mappingId, formulas]] : [])))
  const documents = loaded.map(({ printed }) => printed)
  const addbacks = (await addbacksOfVersion(tx, loan.id, manifest.addbacks_version))?.rows ?? []
  const borrower = await findBorrower(tx, loan.borrowerId)
  return {
    loanId: loan.id,
    loanName: loan.name,
    borrower: borrower?.businessName ?? null,
    amount: loan.amount,
    basis: words,
    fingerprint: manifest.hash,
    madeAt: deps.clock.now(),
    documents,
    companies: companiesOf(payload, mappings),
    years: yearsOf(payload, mappings),
    given: givenOf(payload, labelsOf(addbacks)),
    checks: [
      ...loaded.flatMap((one) => [
        ...(one.formulas ? mappingChecks(one.printed, one.formulas) : []),
        ...documentChecks(one.printed, one.payload),
      ]),
      // Of documents that are in force: they say nothing of figures that are frozen.
      ...(basis.closedBy === null ? await crossChecksOf(tx, loan.id, documents) : []),
      ...unusedChecks(payload),
    ],
  }
}

const labelsOf = (rows: readonly AddbackRow[]): ReadonlyMap<string, AddbackRow> =>
  new Map(rows.map((row) => [row.id, row]))

interface Figures {
  readonly manifest: Manifest
  readonly payload: SpreadPayload
  readonly words: string
}

/** The final snapshot while nobody has reopened it; else what finalizing now would freeze. */
async function figuresOf(deps: GatherDeps, tx: ReadTx, loan: Loan, basis: Basis): Promise<Figures> {
  const final = basis.closedBy === null ? null : await findSnapshot(tx, loan.id, basis.closedBy)
  if (final)
    return {
      manifest: final.manifest as Manifest,
      payload: final.payload as SpreadPayload,
      words: `Final: version ${final.version}, frozen on ${(final.finalizedAt ?? final.createdAt).toISOString().slice(0, 10)}`,
    }
  const draft = await latestSnapshot(tx, loan.id, 'draft')
  const work = draft ? (draft.manifest as Manifest).analyst : NO_WORK
  const sources = new SpreadSources(tx)
  const { inputs } = await gatherInputs(sources, loan, work)
  const { manifest, payloadText } = await makeSnapshot(sources, deps.charts, inputs)
  return {
    manifest,
    payload: JSON.parse(payloadText) as SpreadPayload,
    words: draft ? `In force, not final; with the analyst’s draft, version ${draft.version}` : 'In force, not final',
  }
}

async function load(
  deps: GatherDeps,
  tx: ReadTx,
  loan: Loan,
  { named, number }: { readonly named: ManifestDocument; readonly number: number },
): Promise<Loaded | null> {
  const extraction = await findExtraction(tx, named.document_id, named.extraction_version)
  if (!extraction) return null
  const mapping =
    named.mapping_id === null
      ? null
      : await findMapping(tx, { id: named.mapping_id, documentId: named.document_id }, MAPPING_LOGIC)
  const mapped = (mapping?.payload ?? null) as StatementMappingPayload | null
  const formulas =
    mapping && mapped ? new MappingFormulas(mapping.id, mapped, (await deps.charts.of(tx, mapping.chart)).chart) : null
  const payload = extraction.payload as ExtractionPayload
  const link = (page: number, address: string): string | null =>
    deps.viewer.linkTo({
      borrowerId: loan.borrowerId,
      loanId: loan.id,
      documentId: named.document_id,
      page,
      address,
    })
  const createdAt = new Date(named.received_at)
  const printed = printedDocument({ named, number, payload, mapped, link, createdAt })
  return { printed: { ...printed, mapping: formulas && mappedStatement(formulas) }, payload, formulas }
}
