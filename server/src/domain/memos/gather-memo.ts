/** Loads what a render is made from: the snapshot it was ordered on, what that names, and the words of the order. */
import { crossChecks } from '../../engine/prove/cross-checks.ts'
import type { ProofState } from '../../engine/model/extraction.ts'
import type { SpreadPayload, WireAttribute, WireSpreadPeriod } from '../../engine/spread/payload.ts'
import type { Figures, MemoCheck, MemoEntity, MemoInput, MemoSource, Place } from '../../engine/memo/input.ts'
import { formatCents } from '../../lib/money.ts'
import { addbacksOfVersion } from '../../store/addbacks.ts'
import { findBorrower } from '../../store/borrowers.ts'
import type { ReadTx } from '../../store/db.ts'
import { findDocument } from '../../store/documents.ts'
import { findExtraction } from '../../store/extractions.ts'
import { figuresOfLoan, formsOfLoan } from '../../store/loan-figures.ts'
import { findLoan } from '../../store/loans.ts'
import { findMapping } from '../../store/mappings.ts'
import { findRenderOrder } from '../../store/memo-renders.ts'
import type { MemoRender, RenderOrder } from '../../store/memo-renders.ts'
import { findSnapshot } from '../../store/spreads.ts'
import type { Snapshot } from '../../store/spreads.ts'
import { classOf, CATEGORIES } from '../documents/categories.ts'
import { proofSummary } from '../extractions/payload.ts'
import type { ExtractionPayload } from '../extractions/payload.ts'
import { loanFacts } from '../loans/loan-facts.ts'
import type { StatementMappingPayload } from '../mappings/mapping.ts'
import { MAPPING_LOGIC } from '../mappings/map-stored.ts'
import type { Manifest, ManifestDocument } from '../spreads/manifest.ts'
import { FigurePlaces, pagesByAddress } from './figure-places.ts'
import type { DocumentPages } from './figure-places.ts'

/** Null when the loan was deleted meanwhile. */
export async function gatherMemo(tx: ReadTx, render: MemoRender): Promise<MemoInput | null> {
  const order = await findRenderOrder(tx, render.id)
  const loan = await findLoan(tx, render.loanId)
  const borrower = await findBorrower(tx, render.borrowerId)
  const snapshot = await findSnapshot(tx, render.loanId, render.snapshotId)
  if (!order || !loan || !borrower || !snapshot) return null
  const payload = snapshot.payload as SpreadPayload
  const manifest = snapshot.manifest as Manifest
  const sources: MemoSource[] = []
  const pages = new Map<string, DocumentPages>()
  for (const [at, named] of manifest.documents.entries()) {
    const loaded = await loadSource(tx, named, `D${at + 1}`)
    sources.push(loaded.source)
    pages.set(named.document_id, loaded.pages)
  }
  const places = new FigurePlaces(payload, pages)
  const addbacks = await addbacksOfVersion(tx, loan.id, manifest.addbacks_version)
  return {
    ...wordsOf(order),
    renderId: render.id,
    orderedAt: render.createdAt,
    borrower: { name: borrower.businessName ?? 'Borrower without a name', entityType: borrower.entityType },
    loan: {
      ...loan,
      // The terms of today; the amount is the one that the figures rest on.
      amount: manifest.loan_amount ?? (loan.amount === null ? null : formatCents(loan.amount)),
      guarantors: order.showsLoanFile ? loan.guarantors : null,
    },
    snapshot: snapshotFacts(snapshot, manifest),
    documents: sources,
    entities: payload.entities.map((entity) => toEntity(entity, places)),
    years: payload.years.map(({ fiscal_year, attributes }) => ({
      fiscalYear: fiscal_year,
      figures: toFigures(attributes, places),
    })),
    addbacks: (addbacks?.rows ?? []).map(({ label, category, entity_key, amounts, note }) => ({
      label,
      category,
      entityKey: entity_key,
      amounts: amounts.map((one) => ({ fiscalYear: one.fiscal_year, periodEnd: one.period_end, amount: one.amount })),
      note,
    })),
    given: manifest.analyst.given.map(({ key, fiscal_year, value, note }) => ({
      key,
      fiscalYear: fiscal_year,
      value,
      note,
    })),
    checks: await checksOf(tx, loan.id, pages),
    unused: payload.unused.map(({ kind, ref, fiscal_year }) => `${kind} ${ref}, ${fiscal_year ?? 'every period'}`),
  }
}

function wordsOf({ title, commentary }: RenderOrder): Pick<MemoInput, 'title' | 'commentary'> {
  return { title, commentary }
}

function snapshotFacts(snapshot: Snapshot, manifest: Manifest): MemoInput['snapshot'] {
  const { id, status, version, createdAt, finalizedAt, finalizedBy, hash } = snapshot
  return {
    ...{ id, status, version, createdAt, finalizedAt, finalizedBy, hash },
    payloadHash: manifest.payload_sha256,
    engineVersion: manifest.engine_version,
    chartVersion: manifest.chart_version,
    affiliates: manifest.analyst.affiliates,
  }
}

/** A document as the manifest names it, at the revision that the figures are from. */
async function loadSource(
  tx: ReadTx,
  named: ManifestDocument,
  mark: string,
): Promise<{ readonly source: MemoSource; readonly pages: DocumentPages }> {
  const document = await findDocument(tx, named.document_id)
  const extraction = await findExtraction(tx, named.document_id, named.extraction_version)
  const wanted = named.mapping_id && { id: named.mapping_id, documentId: named.document_id }
  const mapping = wanted ? await findMapping(tx, wanted, MAPPING_LOGIC) : null
  const payload = extraction?.payload as ExtractionPayload | undefined
  const pageOf = pagesByAddress(payload)
  const proofs = payload?.proofs ?? []
  const summary = proofSummary(proofs)
  const category = classOf(named.report_type)
  const source: MemoSource = {
    mark,
    documentId: named.document_id,
    category: category ? CATEGORIES[category].category : named.report_type,
    fileName: document?.fileName ?? null,
    pages: document?.pages ?? [],
    entityName: named.entity_name,
    assurance: named.assurance_level,
    mappingState: named.mapping_state,
    extractionVersion: named.extraction_version,
    extractionHash: named.extraction_sha256,
    proof: { state: summary.state, passed: summary.passed, total: proofs.length },
    open: proofs
      .filter(({ state }) => state !== 'proved')
      .map(({ name, state, hint, addresses }) => ({
        name,
        state,
        why: hint,
        pages: addresses.flatMap((address) => pageOf.get(address) ?? []),
      })),
  }
  return { source, pages: { mark, pageOf, mapping: (mapping?.payload ?? null) as StatementMappingPayload | null } }
}

function toFigures(attributes: readonly WireAttribute[], places: FigurePlaces): Figures {
  return new Map(
    attributes.map((one) => [
      one.key,
      {
        unit: one.unit as 'usd' | 'ratio' | 'percent' | 'days',
        value: one.value,
        formula: one.formula,
        reason: one.reason,
        note: one.note,
        ...places.of(one),
      },
    ]),
  )
}

function toEntity(entity: SpreadPayload['entities'][number], places: FigurePlaces): MemoEntity {
  const positions = entity.periods.map(positionInMapping)
  return {
    key: entity.entity_key,
    name: entity.name,
    kind: entity.kind,
    isBorrower: entity.is_borrower,
    isObligated: entity.is_obligated,
    periods: entity.periods.map((period) => ({
      id: period.period_id,
      type: period.statement_type,
      fiscalYear: period.fiscal_year,
      periodEnd: period.period_end,
      monthsCovered: period.months_covered,
      assurance: period.assurance_level,
      mappingState: period.mapping_state,
      figures: toFigures(period.attributes, places),
    })),
    statement: entity.statement.map(({ key, label, kind, depth, values }) => ({
      label,
      kind,
      depth,
      cells: values.map((value, at) => {
        const position = positions[at]
        return { value, places: position ? places.ofRow(position.documentId, key, position.period) : [] }
      }),
    })),
  }
}

/** Which period of which statement a column shows: any attribute that was read from a row of it says so. */
function positionInMapping({ mapping_id, attributes }: WireSpreadPeriod) {
  const input = attributes
    .flatMap(({ inputs }) => inputs)
    .find((one) => one.kind === 'node' && one.mapping_id === mapping_id && one.document_id !== null)
  return input?.document_id ? { documentId: input.document_id, period: input.period ?? 0 } : null
}

/** The checks over documents as they stand now. A page of a document that is in no figure has no mark. */
async function checksOf(tx: ReadTx, loanId: string, pages: ReadonlyMap<string, DocumentPages>): Promise<MemoCheck[]> {
  const checks = crossChecks(loanFacts(await figuresOfLoan(tx, loanId), await formsOfLoan(tx, loanId)))
  return checks.map(({ name, state, date, left, right }) => ({
    name,
    state: state satisfies ProofState,
    date,
    places: [...(left?.figures ?? []), ...(right?.figures ?? [])].flatMap(({ documentId, page }): Place[] => {
      const mark = pages.get(documentId)?.mark
      return mark === undefined ? [] : [{ mark, page }]
    }),
  }))
}
