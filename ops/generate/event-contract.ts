/** A JSON Schema and an example for every type of event, made from the one catalogue that decides what is sent. */
import {
  completeData,
  EVENT_API_VERSION,
  EVENT_CATALOGUE,
  EVENT_FIELDS,
  EVENT_TYPES,
  toEnvelope,
} from '../../server/src/lib/event-catalogue.ts'
import type { EventField, EventType } from '../../server/src/lib/event-catalogue.ts'
import type { GeneratedFile } from './generate.ts'

function dataMember(name: EventField) {
  const [type, , description] = EVENT_FIELDS[name]
  return { type: name === 'workspace_id' ? type : [type, 'null'], description }
}

function schemaOf(type: EventType) {
  const [meaning, names] = EVENT_CATALOGUE[type] as readonly [string, readonly EventField[]]
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: type,
    description: meaning,
    type: 'object',
    additionalProperties: false,
    required: ['id', 'type', 'created', 'livemode', 'api_version', 'data'],
    properties: {
      id: {
        type: 'string',
        pattern: '^evt_[0-9a-hjkmnp-tv-z]{26}$',
        description: 'The same over retries and replays.',
      },
      type: { const: type },
      created: { type: 'string', format: 'date-time', description: 'When it happened, UTC.' },
      livemode: { type: 'boolean', description: 'False for what a test key did.' },
      api_version: { const: EVENT_API_VERSION },
      data: {
        type: 'object',
        additionalProperties: false,
        required: names,
        properties: Object.fromEntries(names.map((name) => [name, dataMember(name)])),
      },
    },
  }
}

function exampleOf(type: EventType) {
  const names: readonly EventField[] = EVENT_CATALOGUE[type][1]
  const data = Object.fromEntries(names.map((name) => [name, EVENT_FIELDS[name][1]]))
  return toEnvelope({
    id: 'evt_01m7egd21fekrrwsc0wdmskssh',
    type,
    createdAt: new Date('2026-07-19T12:00:00Z'),
    livemode: true,
    data: completeData(type, data),
  })
}

export function eventContract(): GeneratedFile[] {
  return EVENT_TYPES.flatMap((type) => [
    { path: `contract/events/${type}.schema.json`, content: `${JSON.stringify(schemaOf(type), null, 2)}\n` },
    { path: `contract/events/${type}.example.json`, content: `${JSON.stringify(exampleOf(type), null, 2)}\n` },
  ])
}
