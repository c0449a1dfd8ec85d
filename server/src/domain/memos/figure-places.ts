/** Where the figures of a snapshot stand on paper: from an attribute through all it was computed from to pages. */
import type { Place } from '../../engine/memo/input.ts'
import type { MemoFigure } from '../../engine/memo/input.ts'
import type { SpreadPayload, WireAttribute } from '../../engine/spread/payload.ts'
import type { StatementMappingPayload, WireNode } from '../../engine/map/payload.ts'

/** What is known of one document's pages. */
export interface DocumentPages {
  readonly mark: string
  /** By the address of a printed figure. */
  readonly pageOf: ReadonlyMap<string, number>
  readonly mapping: StatementMappingPayload | null
}

type Input = WireAttribute['inputs'][number]
type Support = Pick<MemoFigure, 'places' | 'people'>

const PEOPLE: Readonly<Record<string, MemoFigure['people'][number]>> = {
  given: 'analyst',
  addback: 'addbacks',
  loan: 'loan terms',
}

export class FigurePlaces {
  readonly #documents: ReadonlyMap<string, DocumentPages>
  readonly #attributes = new Map<string, WireAttribute>()
  readonly #known = new Map<WireAttribute, Support>()

  constructor(payload: SpreadPayload, documents: ReadonlyMap<string, DocumentPages>) {
    this.#documents = documents
    for (const { entity_key, periods } of payload.entities)
      for (const { period_id, attributes } of periods)
        for (const one of attributes) this.#attributes.set(`${entity_key}/${period_id}/${one.key}`, one)
    for (const { fiscal_year, attributes } of payload.years)
      for (const one of attributes) this.#attributes.set(`loan/${fiscal_year}/${one.key}`, one)
  }

  /** Every page under an attribute, each once, in the order of the formula. Attributes rest on earlier ones only. */
  of(attribute: WireAttribute): Support {
    const known = this.#known.get(attribute)
    if (known) return known
    const parts = attribute.inputs.map((input) => this.#ofInput(input))
    const support: Support = {
      places: distinct(parts.flatMap(({ places }) => places)),
      people: [...new Set(parts.flatMap(({ people }) => people))],
    }
    this.#known.set(attribute, support)
    return support
  }

  /** Of a row of a mapped statement. */
  ofRow(documentId: string, key: string, period: number): readonly Place[] {
    const document = this.#documents.get(documentId)
    return document ? placesOfRow(document, key, period) : []
  }

  #ofInput({ kind, ref, document_id, period }: Input): Support {
    const person = PEOPLE[kind]
    if (person) return { places: [], people: [person] }
    const other = kind === 'attribute' ? this.#attributes.get(ref) : undefined
    if (other) return this.of(other)
    const document = document_id === null ? undefined : this.#documents.get(document_id)
    if (!document) return { places: [], people: [] }
    const places =
      kind === 'node' ? placesOfRow(document, ref, period ?? 0) : [placeOf(document, document.pageOf.get(ref))]
    return { places, people: [] }
  }
}

function placesOfRow(document: DocumentPages, ref: string, period: number): Place[] {
  const pages = document.mapping ? pagesOfRow(document.mapping, ref, period) : []
  return pages.length === 0 ? [placeOf(document, undefined)] : pages.map((page) => placeOf(document, page))
}

const placeOf = ({ mark }: DocumentPages, page: number | undefined): Place => ({ mark, page: page ?? null })

const UNITEMIZED = '.unitemized'
const MEASURE = /^measures\./

function pagesOfRow(mapping: StatementMappingPayload, ref: string, period: number): readonly number[] {
  const key = ref.endsWith(UNITEMIZED) ? ref.slice(0, -UNITEMIZED.length) : ref
  const node = findNode(mapping.tree ?? [], MEASURE.test(key) ? key.replace(MEASURE, 'm:') : key)
  if (node) return node.sources[period]?.pages ?? []
  if (MEASURE.test(key)) return pagesOfMeasure(mapping, key.replace(MEASURE, ''), period)
  return mapping.foot[period]?.printed_bottom_line_source?.pages ?? []
}

/** A statement that does not foot has no tree: what it prints as a measure is a line with that very figure. */
function pagesOfMeasure(mapping: StatementMappingPayload, measure: string, period: number): readonly number[] {
  const values = Object.entries(mapping.measures).find(([name]) => name === measure)?.[1] as (string | null)[] | null
  const value = values?.[period] ?? null
  const line = value === null ? undefined : mapping.lines.findLast(({ values: printed }) => printed[period] === value)
  return line?.sources[period]?.pages ?? []
}

function findNode(nodes: readonly WireNode[], key: string): WireNode | null {
  for (const node of nodes) {
    const found = node.key === key ? node : findNode(node.children, key)
    if (found) return found
  }
  return null
}

function distinct(places: readonly Place[]): Place[] {
  return [...new Map(places.map((place) => [`${place.mark} ${place.page ?? ''}`, place])).values()]
}

/** The page of every printed figure of an extraction, by its address: payloads differ by class, places do not. */
export function pagesByAddress(payload: unknown): Map<string, number> {
  const pages = new Map<string, number>()
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const { address, page } = value as { address?: unknown; page?: unknown }
    if (typeof address === 'string' && typeof page === 'number') pages.set(address, page)
    for (const member of Object.values(value)) look(member)
  }
  look(payload)
  return pages
}
