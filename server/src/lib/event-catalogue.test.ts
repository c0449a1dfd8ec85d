import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { LATEST_VERSION } from '../http/version.ts'
import {
  completeData,
  EVENT_API_VERSION,
  EVENT_CATALOGUE,
  EVENT_FIELDS,
  EVENT_TYPES,
  toEnvelope,
} from './event-catalogue.ts'
import type { EventData, EventType } from './event-catalogue.ts'
import { newId } from './ids.ts'

const FOLDER = join(import.meta.dirname, '../../../contract/events')
const read = (name: string): unknown => JSON.parse(readFileSync(join(FOLDER, name), 'utf8'))
const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true })
addFormats.default(ajv, ['date-time'])
const schemas = new Map(EVENT_TYPES.map((type) => [type, ajv.compile(read(`${type}.schema.json`) as object)]))

test('the contract has a schema and an example of every type, each example fits, and nothing else lies there', () => {
  const expected = EVENT_TYPES.flatMap((type) => [`${type}.example.json`, `${type}.schema.json`])
  assert.deepEqual(readdirSync(FOLDER).sort(), expected.sort())
  for (const [type, fits] of schemas) assert.ok(fits(read(`${type}.example.json`)), type)
})

test('an event has six members, and its data every member of its type, null where nothing was given', () => {
  const value = (name: keyof typeof EVENT_FIELDS) => (EVENT_FIELDS[name][0] === 'integer' ? fc.nat() : fc.string())
  const given = (type: EventType): fc.Arbitrary<EventData> =>
    fc.record(
      Object.fromEntries(EVENT_CATALOGUE[type][1].map((name) => [name, value(name)])),
      { requiredKeys: ['workspace_id'] },
    ) // prettier-ignore
  fc.assert(
    fc.property(
      fc.constantFrom(...EVENT_TYPES).chain((type) => fc.tuple(fc.constant(type), given(type))),
      ([type, data]) => {
        const envelope = toEnvelope({ id: newId('evt'), type, createdAt: new Date(), livemode: true, data })
        assert.deepEqual(Object.keys(envelope), ['id', 'type', 'created', 'livemode', 'api_version', 'data'])
        assert.deepEqual(Object.keys(envelope.data), EVENT_CATALOGUE[type][1])
        const fits = schemas.get(type)
        assert.ok(fits?.(envelope), JSON.stringify(fits?.errors))
      },
    ),
  )
})

test('a member that the type does not have is refused where the event is made', () => {
  assert.throws(() => completeData('job.completed', { amount: 5 }), /no member amount/)
})

test('events follow the latest version of the interface', () => {
  assert.equal(EVENT_API_VERSION, LATEST_VERSION)
})
