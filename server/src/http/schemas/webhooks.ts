import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { Event } from '../../domain/events/list-events.ts'
import { DELIVERY_STATUSES } from '../../domain/webhooks/endpoint.ts'
import type { Delivery, WebhookEndpoint } from '../../domain/webhooks/endpoint.ts'
import { ALL_EVENTS, EVENT_TYPES, SUBSCRIBABLE_EVENTS, toEnvelope } from '../../lib/event-catalogue.ts'
import { Closed, DateTime, Id, Nullable, OneOf, Text } from './common.ts'

const EventTypes = OneOf(EVENT_TYPES)
const Subscription = OneOf([ALL_EVENTS, ...SUBSCRIBABLE_EVENTS], {
  description: 'The name of an event type, or * for all of them, later ones included.',
})

const SubscribedEvents = Type.Array(Subscription, { minItems: 1, maxItems: 50, uniqueItems: true })
const Url = Type.String({
  minLength: 1,
  maxLength: 2048,
  description: 'Where to send to: https, a public host.',
  examples: ['https://hooks.example.com/tieout'],
})

const EndpointFields = {
  id: Id('whe'),
  url: Type.String(),
  description: Nullable(Type.String()),
  subscribed_events: Type.Array(Type.String()),
  status: OneOf(['active', 'revoked']),
  created_at: DateTime,
  updated_at: DateTime,
}
const SigningSecret = Type.String({ description: 'Shown this once: whsec_….' })

export const EndpointBody = Closed(EndpointFields, { title: 'WebhookEndpoint' })
export const CreatedEndpointBody = Closed(
  { ...EndpointFields, signing_secret: SigningSecret },
  { title: 'NewWebhookEndpoint' },
)
export const RotatedEndpointBody = Closed(
  {
    ...EndpointFields,
    signing_secret: SigningSecret,
    previous_secret_revokes_at: DateTime,
  },
  { title: 'RotatedWebhookEndpoint' },
)

export const CreateEndpointBody = Closed({
  url: Url,
  description: Type.Optional(Nullable(Text(500))),
  subscribed_events: SubscribedEvents,
})
export const UpdateEndpointBody = Closed(
  Type.Partial(Closed({ url: Url, description: Nullable(Text(500)), subscribed_events: SubscribedEvents })).properties,
  { minProperties: 1 },
)

export function endpointToWire(endpoint: WebhookEndpoint): Static<typeof EndpointBody> {
  return {
    id: endpoint.id,
    url: endpoint.url,
    description: endpoint.description,
    subscribed_events: [...endpoint.subscribedEvents],
    status: endpoint.status,
    created_at: endpoint.createdAt.toISOString(),
    updated_at: endpoint.updatedAt.toISOString(),
  }
}

export const DeliveryBody = Closed(
  {
    id: Id('whd'),
    event_ref: Id('evt'),
    event_type: Type.String(),
    loan_id: Nullable(Id('loan')),
    status: OneOf(DELIVERY_STATUSES),
    attempts: Type.Integer({ description: 'Attempts made so far, the one under way included.' }),
    next_attempt_at: Nullable(DateTime),
    last_status_code: Nullable(Type.Integer()),
    last_error: Nullable(
      OneOf(['bad_status', 'no_answer', 'interrupted', 'expired', 'endpoint_revoked'], {
        description: 'Why the last attempt failed. no_answer stands for every way of getting none.',
      }),
    ),
    created_at: DateTime,
    delivered_at: Nullable(DateTime),
  },
  { title: 'WebhookDelivery' },
)

export function deliveryToWire(delivery: Delivery): Static<typeof DeliveryBody> {
  return {
    id: delivery.id,
    event_ref: delivery.eventId,
    event_type: delivery.eventType,
    loan_id: delivery.loanId,
    status: delivery.status,
    attempts: delivery.attempts,
    next_attempt_at: delivery.nextAttemptAt?.toISOString() ?? null,
    last_status_code: delivery.lastStatusCode,
    last_error: delivery.lastError as Static<typeof DeliveryBody>['last_error'],
    created_at: delivery.createdAt.toISOString(),
    delivered_at: delivery.deliveredAt?.toISOString() ?? null,
  }
}

export const BulkReplayBody = Closed({
  status: Type.Optional(OneOf(['dead', 'delivered'], { default: 'dead' })),
  event_type: Type.Optional(EventTypes),
  created_from: Type.Optional(DateTime),
  created_until: Type.Optional(DateTime),
})
export const BulkReplayAnswer = Closed({
  replayed: Type.Integer({ description: 'How many deliveries were scheduled again.' }),
  more: Type.Boolean({ description: 'Whether repeating the call would find more.' }),
})

export const EventBody = Closed(
  {
    id: Id('evt'),
    type: EventTypes,
    created: DateTime,
    livemode: Type.Boolean(),
    api_version: Type.String(),
    data: Type.Record(
      Type.String(),
      Type.Unsafe<string | number | boolean | null>({ type: ['string', 'number', 'boolean', 'null'] }),
    ),
  },
  { title: 'Event' },
)
export const eventToWire = (event: Event): Static<typeof EventBody> => toEnvelope(event)
