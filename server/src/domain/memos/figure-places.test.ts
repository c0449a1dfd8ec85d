import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StatementMappingPayload, WireNode } from '../../engine/map/payload.ts'
import type { SpreadPayload, WireAttribute } from '../../engine/spread/payload.ts'
import { FigurePlaces, pagesByAddress } from './figure-places.ts'
import type { DocumentPages } from './figure-places.ts'

const source = (...pages: number[]) => ({ kind: 'printed' as const, pages, document_id: 'doc_1', address: null })

const node = (key: string, page: number, children: WireNode[] = []) =>
  ({ key, sources: [source(page), source(page + 1)], children }) as unknown as WireNode

function mappingOf(more: Partial<StatementMappingPayload>): StatementMappingPayload {
  const measures = { noi: null, revenue: ['100.00'] }
  const foot = [{ printed_bottom_line_source: source(9) }]
  return { tree: null, lines: [], measures, foot, ...more } as unknown as StatementMappingPayload
}

function attribute(key: string, ...inputs: Partial<WireAttribute['inputs'][number]>[]): WireAttribute {
  const blank = { kind: 'node', ref: '', document_id: null, mapping_id: null, period: null, value: '1.00' }
  const given = inputs.map((input) => ({ ...blank, ...input }))
  return { key, unit: 'usd', value: '1.00', formula: null, inputs: given, note: null, reason: null }
}

function placesIn(attributes: WireAttribute[], documents: Record<string, Partial<DocumentPages>>): FigurePlaces {
  const periods = [{ period_id: '2024', attributes }]
  const payload = { entities: [{ entity_key: 'business:a/b', periods }], years: [] } as unknown as SpreadPayload
  const known = Object.entries(documents).map(([id, one]): [string, DocumentPages] => [
    id,
    { mark: id, pageOf: new Map(), mapping: null, ...one },
  ])
  return new FigurePlaces(payload, new Map(known))
}

test('a ratio rests on the pages of all that it was computed from, each once, and on the people who gave a part', () => {
  const tree = [node('pl.revenue', 3, [node('rev.service', 5)])]
  const income = attribute('ebitda', { ref: 'rev.service', document_id: 'D1', period: 1 })
  const debt = attribute('debt', { kind: 'figure', ref: 'lines.4.0', document_id: 'D2' }, { kind: 'given', ref: 'x' })
  const ratio = attribute(
    'ratio',
    { kind: 'attribute', ref: 'business:a/b/2024/ebitda' },
    { kind: 'attribute', ref: 'business:a/b/2024/debt' },
    { kind: 'attribute', ref: 'business:a/b/2024/ebitda' },
  )
  const places = placesIn([income, debt, ratio], {
    D1: { mapping: mappingOf({ tree }) },
    D2: { pageOf: new Map([['lines.4.0', 2]]) },
  })
  assert.deepEqual(places.of(ratio), {
    places: [
      { mark: 'D1', page: 6 },
      { mark: 'D2', page: 2 },
    ],
    people: ['analyst'],
  })
})

test('a measure of a statement that does not foot is on the page of the line that prints it', () => {
  const lines = [{ values: ['100.00'], sources: [source(4)] }] as unknown as StatementMappingPayload['lines']
  const revenue = attribute('revenue', { ref: 'measures.revenue', document_id: 'D1', period: 0 })
  const residual = attribute('foot_residual', { ref: 'foot.residual', document_id: 'D1', period: 0 })
  const places = placesIn([revenue, residual], { D1: { mapping: mappingOf({ lines }) } })
  assert.deepEqual(places.of(revenue).places, [{ mark: 'D1', page: 4 }])
  assert.deepEqual(places.of(residual).places, [{ mark: 'D1', page: 9 }])
})

test('a document whose pages are gone is still named', () => {
  const cash = attribute('cash', { kind: 'figure', ref: 'lines.0.0', document_id: 'D1' })
  assert.deepEqual(placesIn([cash], { D1: {} }).of(cash).places, [{ mark: 'D1', page: null }])
})

test('every printed figure of a payload is found by its address, however deep it lies', () => {
  const payload = { lines: [{ sources: [{ address: 'lines.0.0', page: 3 }, null] }], note: { address: 'x' }, page: 1 }
  assert.deepEqual([...pagesByAddress(payload)], [['lines.0.0', 3]])
})
