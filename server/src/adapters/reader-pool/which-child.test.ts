import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseChild, mayReadAnother, type ChildPast, type LastReading } from './which-child.ts'

const CHOICES: readonly {
  readonly what: string
  /** Owners of the idle children, the one that has waited longest first. */
  readonly idle: readonly string[]
  readonly atWork: number
  readonly size: number
  /** Places in `idle`. */
  readonly take: number | null
  readonly end: number | null
}[] = [
  { what: 'nobody is idle: a fresh one', idle: [], atWork: 0, size: 2, take: null, end: null },
  { what: 'its own is idle: that one', idle: ['ours'], atWork: 0, size: 2, take: 0, end: null },
  { what: 'two of its own: the one that worked last', idle: ['ours', 'ours'], atWork: 0, size: 2, take: 1, end: null },
  { what: 'its own among others', idle: ['ours', 'theirs'], atWork: 1, size: 3, take: 0, end: null },
  { what: 'only those of others, and room: a fresh one', idle: ['theirs'], atWork: 0, size: 2, take: null, end: null },
  { what: 'no room: the longest idle one ends', idle: ['a', 'b'], atWork: 0, size: 2, take: null, end: 0 },
  { what: 'no room beside those at work', idle: ['theirs'], atWork: 1, size: 2, take: null, end: 0 },
  { what: 'all places full but its own is idle', idle: ['theirs', 'ours'], atWork: 0, size: 2, take: 1, end: null },
]
for (const { what, idle, atWork, size, take, end } of CHOICES)
  test(`which child: ${what}`, () => {
    const children = idle.map((owner) => ({ owner }))
    const at = (place: number | null) => (place === null ? null : children[place])
    const choice = chooseChild(children, { owner: 'ours', atWork, size })
    assert.equal(choice.take, at(take))
    assert.equal(choice.end, at(end))
  })

const CPU_SECONDS = 100
const PAST: ChildPast = { documents: 3, cpuMs: 5000 }
const LAST: LastReading = { task: 'read', type: 'pdf', cost: { cpuMs: 1000, peakBytes: 200e6 } }

const FITNESS: readonly (readonly [
  what: string,
  may: boolean,
  past: Partial<ChildPast>,
  last: Omit<Partial<LastReading>, 'cost'> & { readonly peakBytes?: number },
])[] = [
  ['a PDF', true, {}, {}],
  ['a picture', false, {}, { type: 'jpeg' }],
  ['a workbook', false, {}, { type: 'xlsx' }],
  ['a table of text', false, {}, { type: 'csv' }],
  ['a document that it never said it had opened', false, {}, { type: null }],
  ['page images of a PDF', false, {}, { task: 'images', type: 'pdf' }],
  ['its last but one document', true, { documents: 199 }, {}],
  ['its last document', false, { documents: 200 }, {}],
  ['a document that took much memory', false, {}, { peakBytes: 500e6 }],
  ['a document without a word about its memory', false, {}, { peakBytes: NaN }],
  ['a tenth of its processor time', true, { cpuMs: 10_000 }, {}],
  ['more than a tenth of its processor time', false, { cpuMs: 10_001 }, {}],
  ['a document without a word about its processor time', false, { cpuMs: NaN }, {}],
]
for (const [what, may, past, { peakBytes = LAST.cost.peakBytes, ...last }] of FITNESS)
  test(`after ${what} a child ${may ? 'may read another' : 'ends'}`, () => {
    const reading = { ...LAST, ...last, cost: { ...LAST.cost, peakBytes } }
    assert.equal(mayReadAnother({ ...PAST, ...past }, reading, CPU_SECONDS), may)
  })
