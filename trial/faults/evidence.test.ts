/** The checker of the faults, against evidence in which one thing is wrong. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disagreements } from './evidence.ts'
import type { Evidence } from './evidence.ts'

const GOOD: Evidence = {
  client: {
    borrowers: ['bor_1'],
    jobs: ['job_1'],
    exports: ['exp_1'],
    askedFor: ['one', 'two'],
    reads: 5,
    unclear: ['req_1'],
    wrong: [],
  },
  database: {
    borrowers: [{ id: 'bor_1', name: 'one' }],
    jobs: [{ id: 'job_1', status: 'COMPLETED', documents: 1 }],
    exports: [{ id: 'exp_1', status: 'succeeded' }],
    events: [
      { id: 'evt_1', type: 'job.completed', about: 'job_1' },
      { id: 'evt_2', type: 'export.succeeded', about: 'exp_1' },
    ],
    deliveries: [
      { eventId: 'evt_1', status: 'delivered', attempts: 2 },
      { eventId: 'evt_2', status: 'delivered', attempts: 1 },
    ],
    workLeft: 0,
  },
  cutOffCommits: ['req_1'],
  readers: { kept: 2, stray: [] },
  misdated: [],
  receiver: ['evt_1', 'evt_1', 'evt_2'],
  objects: ['job_1', 'exp_1'],
}
const MINIMUM = { borrowers: 1, jobs: 1, exports: 1, reads: 5 }

test('evidence that agrees is taken, an event that came as often as it was counted and a 500 by a lost commit included', () => {
  assert.deepEqual(disagreements(GOOD, MINIMUM), [])
})

const client = (change: Partial<Evidence['client']>): Evidence => ({ ...GOOD, client: { ...GOOD.client, ...change } })
const database = (change: Partial<Evidence['database']>): Evidence => ({
  ...GOOD,
  database: { ...GOOD.database, ...change },
})
const { jobs, events, deliveries, borrowers } = GOOD.database

const FAULTS: readonly [what: string, evidence: Evidence, finding: RegExp][] = [
  ['a borrower that is gone', database({ borrowers: [] }), /bor_1 was acknowledged and is not there/],
  ['a package that is gone', database({ jobs: [] }), /job_1 was confirmed and is not there/],
  ['a package that failed', database({ jobs: [{ id: 'job_1', status: 'FAILED', documents: 0 }] }), /is FAILED/],
  ['a package without its bytes', { ...GOOD, objects: ['exp_1'] }, /the bytes of job_1 are gone/],
  ['an export that is gone', database({ exports: [] }), /exp_1 was ordered and is not there/],
  ['an export without its bundle', { ...GOOD, objects: ['job_1'] }, /the bundle of exp_1 is gone/],
  ['work that nobody takes', database({ workLeft: 3 }), /3 pieces of work/],
  ['a borrower made twice', database({ borrowers: [...borrowers, { id: 'bor_2', name: 'one' }] }), /one was asked for once/],
  ['a borrower made twice without an acknowledgement', database({ borrowers: [...borrowers, { id: 'bor_2', name: 'two' }, { id: 'bor_3', name: 'two' }] }), /two was asked for once/],
  ['a package read twice', database({ jobs: [{ id: 'job_1', status: 'COMPLETED', documents: 2 }] }), /2 documents/],
  ['an end told twice', database({ events: [...events, { id: 'evt_3', type: 'job.completed', about: 'job_1' }], deliveries: [...deliveries, { eventId: 'evt_3', status: 'delivered', attempts: 1 }] }), /told 2 times/],
  ['an end never told', database({ events: [], deliveries: [] }), /the end of job_1 was never told/],
  ['an event without a delivery', database({ deliveries: deliveries.slice(1) }), /evt_1 has no delivery/],
  ['an event that never came', { ...GOOD, receiver: ['evt_1'] }, /evt_2 is delivered and came 0 times/],
  ['an event that is dead', database({ deliveries: deliveries.map((one) => ({ ...one, status: 'dead' })) }), /is dead/],
  ['an event that came more often than was counted', { ...GOOD, receiver: [...GOOD.receiver, 'evt_2'] }, /evt_2 came 2 times and was counted 1/],
  ['an event that nobody knows', { ...GOOD, receiver: [...GOOD.receiver, 'evt_9'] }, /evt_9 came 1 times and was counted 0/],
  ['a read that said something false', client({ wrong: ['bor_1 read another name'] }), /another name/],
  ['a 500 without a reason', { ...GOOD, cutOffCommits: ['req_2'] }, /req_1 was answered with a 500/],
  ['a reader that is left behind', { ...GOOD, readers: { kept: 2, stray: [17] } }, /reader 17 has outlived/],
  ['a look at readers that sees none', { ...GOOD, readers: { kept: 0, stray: [] } }, /no reader is seen/],
  ['an event signed at another time', { ...GOOD, misdated: ['evt_1'] }, /evt_1 came with a signature/],
  ['too few successes', client({ reads: 4 }), /only 4 reads succeeded/],
] // prettier-ignore

for (const [what, evidence, finding] of FAULTS) {
  test(`${what} is found`, () => {
    const found = disagreements(evidence, MINIMUM)
    assert.ok(
      found.some((words) => finding.test(words)),
      found.join('\n') || 'nothing was found',
    )
  })
}

test('jobs that are unknown to a customer, because no answer came, may be at any state', () => {
  const unknown = { id: 'job_2', status: 'AWAITING_UPLOAD', documents: 0 }
  assert.deepEqual(disagreements(database({ jobs: [...jobs, unknown] }), MINIMUM), [])
})
