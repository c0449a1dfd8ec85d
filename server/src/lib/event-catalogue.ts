/**
 * Every kind of event, with what its data names. The types, the JSON Schemas and examples in contract/events and the
 * bodies that are sent all come from this one table. Events carry ids and states, never figures.
 */

/** The version of the interface that the envelope and the data of events follow. */
export const EVENT_API_VERSION = '2026-07-19'

/** Members of `data`: what they hold, and an example. All but the workspace may be null. */
export const EVENT_FIELDS = {
  workspace_id: ['string', 'ws_01m7egd21fekrrwsc0wdmskssh', 'The workspace that it happened in.'],
  borrower_id: ['string', 'bor_01m7egd21fekrrwsc0wdmskssh', 'The borrower.'],
  loan_id: ['string', 'loan_01m7egd21fekrrwsc0wdmskssh', 'The loan.'],
  job_id: ['string', 'job_01m7egd21fekrrwsc0wdmskssh', 'The upload that the document came in.'],
  document_id: ['string', 'doc_01m7egd21fekrrwsc0wdmskssh', 'The document.'],
  report_type: ['string', 'profit-loss-statements', 'The kind of document, as in the paths of the API.'],
  extraction_version: ['integer', 2, 'The revision of the extraction.'],
  previous_extraction_version: ['integer', 1, 'The revision before.'],
  snapshot_id: ['string', 'snap_01m7egd21fekrrwsc0wdmskssh', 'The snapshot: read this one, not the latest.'],
  version: ['integer', 3, 'The version of the snapshot.'],
  export_id: ['string', 'exp_01m7egd21fekrrwsc0wdmskssh', 'The export.'],
  memo_id: ['string', 'memo_01m7egd21fekrrwsc0wdmskssh', 'The memo.'],
  render_id: ['string', 'rnd_01m7egd21fekrrwsc0wdmskssh', 'The render of the memo.'],
  reason: ['string', 'unreadable', 'The error code.'],
} as const satisfies Record<string, readonly ['string' | 'integer', string | number, string]>
export type EventField = keyof typeof EVENT_FIELDS

const DOCUMENT = ['workspace_id', 'borrower_id', 'loan_id', 'job_id', 'document_id', 'report_type'] as const
const LOAN = ['workspace_id', 'borrower_id', 'loan_id'] as const
const SPREAD = [...LOAN, 'snapshot_id', 'version'] as const
const EXPORT = [...LOAN, 'export_id'] as const
const RENDER = [...LOAN, 'memo_id', 'render_id'] as const

export const EVENT_CATALOGUE = {
  'document.processed': ['A document was read to its end.', [...DOCUMENT, 'extraction_version']],
  'document.failed': ['A document could not be read.', [...DOCUMENT, 'reason']],
  'extraction.ready': ['The first extraction of a document can be read.', [...DOCUMENT, 'extraction_version']],
  'extraction.updated': [
    'A later revision of an extraction can be read.',
    [...DOCUMENT, 'extraction_version', 'previous_extraction_version'],
  ],
  'job.completed': ['An upload is done; reason tells why where nothing came of it.', [...LOAN, 'job_id', 'reason']],
  'loan.classified': ['The documents of a loan are classified.', LOAN],
  'spread.finalized': ['The figures of a spread are frozen in the named snapshot.', SPREAD],
  'spread.reopened': ['Work on a spread goes on; the named snapshot stays in force.', SPREAD],
  'export.succeeded': ['The bundle of an export can be fetched.', EXPORT],
  'export.failed': ['An export failed.', [...EXPORT, 'reason']],
  'export.cancelled': ['An export was cancelled.', EXPORT],
  'memo_render.succeeded': ['The PDF of a memo can be fetched.', RENDER],
  'memo_render.failed': ['The PDF of a memo could not be made.', [...RENDER, 'reason']],
  'memo_render.cancelled': ['A render was cancelled: before it began, or at its next step.', RENDER],
  'webhook.test': ['Sent on request, to one endpoint, to try it out.', ['workspace_id']],
} as const satisfies Record<string, readonly [meaning: string, data: readonly EventField[]]>

export type EventType = keyof typeof EVENT_CATALOGUE
export const EVENT_TYPES = Object.keys(EVENT_CATALOGUE) as EventType[]

/** Subscribes to every type, later ones included. */
export const ALL_EVENTS = '*'

/** What an endpoint may subscribe to. A test is sent to the endpoint that asks for it and needs no subscription. */
export const SUBSCRIBABLE_EVENTS = EVENT_TYPES.filter((type) => type !== 'webhook.test')

export type EventValue = string | number | boolean | null
export type EventData = Readonly<Record<string, EventValue>>

/** What may be given as the data of one type of event. */
export type EventDataOf<Type extends EventType> = {
  readonly [Name in (typeof EVENT_CATALOGUE)[Type][1][number]]?:
    ((typeof EVENT_FIELDS)[Name][0] extends 'integer' ? number : string) | null
}

/** The data as it is sent: the members of the type, in the catalogue's order, null where no value was given. */
export function completeData(type: EventType, given: EventData): EventData {
  const names: readonly string[] = EVENT_CATALOGUE[type][1]
  const stray = Object.keys(given).find((name) => !names.includes(name))
  if (stray !== undefined) throw new Error(`the data of ${type} has no member ${stray}`)
  return Object.fromEntries(names.map((name) => [name, given[name] ?? null]))
}

export interface EnvelopeParts {
  readonly id: string
  readonly type: EventType
  readonly createdAt: Date
  readonly livemode: boolean
  readonly data: EventData
}

/** The event as receivers and `GET /api/events` see it. */
export function toEnvelope(event: EnvelopeParts) {
  return {
    id: event.id,
    type: event.type,
    created: event.createdAt.toISOString(),
    livemode: event.livemode,
    api_version: EVENT_API_VERSION,
    data: completeData(event.type, event.data),
  }
}
