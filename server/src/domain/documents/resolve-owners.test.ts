import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { resolveOwners } from './resolve-owners.ts'
import type { OwnerMention } from './resolve-owners.ts'

function mention(documentId: string, day: number, name: string, share?: string): OwnerMention {
  const k1Form = share === undefined ? null : 'Schedule K-1 (Form 1065)'
  return { documentId, createdAt: new Date(Date.UTC(2026, 0, day)), name, sharePercent: share ?? null, k1Form }
}

test('one owner on several papers is one, under the newest name, with every way in which it is printed', () => {
  const [owner, ...others] = resolveOwners([
    mention('doc_a', 1, 'Cedar Harbor', '60.00'),
    mention('doc_b', 3, 'HARBOR, CEDAR X.'),
    mention('doc_c', 2, 'Cedar X. Harbor', '55.00'),
  ])
  assert.equal(others.length, 0)
  assert.equal(owner?.name, 'HARBOR, CEDAR X.')
  assert.deepEqual(owner.names, ['HARBOR, CEDAR X.', 'Cedar X. Harbor', 'Cedar Harbor'])
  assert.deepEqual(owner.documentIds, ['doc_b', 'doc_c', 'doc_a'])
  assert.equal(owner.k1Form, 'Schedule K-1 (Form 1065)')
  assert.equal(owner.sharePercent, '55.00')
})

test('owners of one return are told apart, and the company form of an owner does not make another', () => {
  const owners = resolveOwners([
    mention('doc_a', 1, 'Summit Marine LLC', '40.00'),
    mention('doc_a', 1, 'Cedar Harbor', '60.00'),
    mention('doc_b', 2, 'Summit Marine, L.L.C.'),
  ])
  assert.deepEqual(
    owners.map(({ name, sharePercent }) => [name, sharePercent]),
    [
      ['Summit Marine, L.L.C.', '40.00'],
      ['Cedar Harbor', '60.00'],
    ],
  )
})

test('the order in which documents came changes nothing', () => {
  const mentions = ['Cedar Harbor', 'Harbor, Cedar', 'Summit Marine', 'Granite'].flatMap((name, index) => [
    mention(`doc_${index}`, index + 1, name, '10.00'),
    mention(`doc_${index}x`, 9, name),
  ])
  const whole = JSON.stringify(resolveOwners(mentions))
  fc.assert(
    fc.property(
      fc.shuffledSubarray(mentions, { minLength: mentions.length }),
      (shuffled) => JSON.stringify(resolveOwners(shuffled)) === whole,
    ),
  )
})
