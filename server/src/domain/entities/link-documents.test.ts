import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { entityKey, foldEntityName, kindOfDocument } from './entity-key.ts'
import { linkDocuments } from './link-documents.ts'
import type { LinkableDocument } from './link-documents.ts'

function document(id: string, name: string | null, more: Partial<LinkableDocument> = {}): LinkableDocument {
  const reportType = more.reportType ?? 'balance-sheets'
  return {
    id,
    reportType,
    entityName: name,
    entityKey: name === null ? null : entityKey(kindOfDocument(reportType, []), name),
    einLast4: null,
    attachedByHand: false,
    companyAttachments: [],
    ...more,
  }
}

const HARBOR = { businessName: 'Harbor Mechanical LLC', einLast4: '1234' }
const nameOf = (links: ReturnType<typeof linkDocuments>, id: string): string | null =>
  links.get(id)?.companyAttachments[0]?.entity_name ?? null

test('names are compared without case, punctuation and company form', () => {
  for (const name of ['HARBOR MECHANICAL, L.L.C.', 'Harbor Mechanical', 'Harbor Mechanical Company, Inc.'])
    assert.equal(foldEntityName(name), 'harbor mechanical', name)
  assert.equal(foldEntityName('The Company'), 'the')
  assert.equal(foldEntityName('Co'), 'co')
})

test('a document belongs to the borrower when it prints its name, and to nobody when it prints another', () => {
  const links = linkDocuments(HARBOR, [
    document('own', 'Harbor Mechanical, LLC'),
    document('foreign', 'Cedar Foods Inc.'),
  ])
  assert.deepEqual(links.get('own'), {
    entityUnlinked: false,
    companyAttachments: [
      {
        entity_name: 'Harbor Mechanical LLC',
        entity_ein_last4: '1234',
        printed_name: 'Harbor Mechanical, LLC',
        cross_kind: false,
      },
    ],
  })
  assert.deepEqual(links.get('foreign'), { entityUnlinked: true, companyAttachments: [] })
})

test('a tax return makes its company one of the borrower’s, for documents that came before it as well', () => {
  const statement = document('statement', 'Cedar Foods')
  assert.equal(nameOf(linkDocuments(HARBOR, [statement]), 'statement'), null)
  const filed = document('return', 'Cedar Foods Inc.', { reportType: 'tax-returns', einLast4: '9876' })
  assert.equal(nameOf(linkDocuments(HARBOR, [statement, filed]), 'statement'), 'Cedar Foods Inc.')
})

test('an EIN joins names that are alike, and tells apart companies of one name', () => {
  const links = linkDocuments(HARBOR, [
    document('short', 'Harbor', { einLast4: '1234' }),
    document('nameless', null, { einLast4: '1234' }),
    document('chance', 'Prairie Dental', { einLast4: '1234' }),
    document('namesake', 'Harbor Mechanical LLC', { einLast4: '5555' }),
  ])
  assert.equal(nameOf(links, 'short'), 'Harbor Mechanical LLC')
  assert.equal(nameOf(links, 'nameless'), 'Harbor Mechanical LLC')
  assert.equal(nameOf(links, 'chance'), null)
  assert.equal(nameOf(links, 'namesake'), null)
})

test('what a person filed stays filed, and makes the company known to the rest', () => {
  const byHand = document('filed', 'Harbour Mech', {
    attachedByHand: true,
    companyAttachments: [
      { entity_name: 'Harbor Holdings', entity_ein_last4: null, printed_name: 'Harbour Mech', cross_kind: false },
    ],
  })
  const links = linkDocuments(HARBOR, [byHand, document('other', 'Harbor Holdings, Inc.')])
  assert.equal(nameOf(links, 'filed'), 'Harbor Holdings')
  assert.equal(nameOf(links, 'other'), 'Harbor Holdings')
})

test('who belongs to whom does not depend on the order in which the documents came', () => {
  const names = fc.constantFrom('Harbor Mechanical LLC', 'Cedar Foods', 'Cedar Foods Inc.', 'Prairie LP', null)
  const anyDocument = fc.record({
    name: names,
    reportType: fc.constantFrom('tax-returns', 'balance-sheets'),
    einLast4: fc.constantFrom(null, '1234'),
  })
  fc.assert(
    fc.property(fc.array(anyDocument, { maxLength: 8 }), (facts) => {
      const documents = facts.map(({ name, ...rest }, index) => document(`d${index}`, name, rest))
      const linked = (ordered: readonly LinkableDocument[]) =>
        new Map([...linkDocuments(HARBOR, ordered)].map(([id, link]) => [id, link.entityUnlinked]))
      const [forwards, backwards] = [linked(documents), linked(documents.toReversed())]
      for (const { id } of documents) assert.equal(forwards.get(id), backwards.get(id), id)
    }),
  )
})
