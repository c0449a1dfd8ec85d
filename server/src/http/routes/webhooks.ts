import { Type } from 'typebox'
import { LIFE_MS } from '../../domain/events/event-feed.ts'
import { listEvents } from '../../domain/events/list-events.ts'
import { createEndpoint } from '../../domain/webhooks/create-endpoint.ts'
import { DELIVERY_STATUSES } from '../../domain/webhooks/endpoint.ts'
import { listDeliveries, listEndpoints } from '../../domain/webhooks/read-endpoints.ts'
import { replayDeliveries, replayDelivery } from '../../domain/webhooks/replay-deliveries.ts'
import { revokeEndpoint } from '../../domain/webhooks/revoke-endpoint.ts'
import { rotateSecret } from '../../domain/webhooks/rotate-secret.ts'
import { sendTest } from '../../domain/webhooks/send-test.ts'
import { updateEndpoint } from '../../domain/webhooks/update-endpoint.ts'
import { EVENT_TYPES } from '../../lib/event-catalogue.ts'
import { EVENT_STREAM, EVENT_STREAM_HEADERS, eventStream } from '../event-stream.ts'
import { filterId, filterWord } from '../filters.ts'
import { answerPage } from '../paging.ts'
import { created, noContent, ok, route } from '../route.ts'
import { Closed, ListOf, PageQuery, PathId } from '../schemas/common.ts'
import {
  BulkReplayAnswer,
  BulkReplayBody,
  CreatedEndpointBody,
  CreateEndpointBody,
  DeliveryBody,
  deliveryToWire,
  EndpointBody,
  endpointToWire,
  EventBody,
  eventToWire,
  RotatedEndpointBody,
  UpdateEndpointBody,
} from '../schemas/webhooks.ts'

const tag = 'Webhooks'
const params = Closed({ id: PathId('whe') })
const Filter = (description: string) => Type.Optional(Type.String({ description }))

export const webhookRoutes = [
  route({
    method: 'POST',
    path: '/api/webhooks',
    operationId: 'createWebhookEndpoint',
    tag,
    summary: 'Register a webhook endpoint',
    description:
      'The signing secret is in this answer and in no other. A private or internal destination is refused, and so is one endpoint more than a workspace may have in force.',
    scope: 'webhooks:write',
    lane: 'api',
    subscription: false,
    body: CreateEndpointBody,
    answers: { 201: { description: 'The new endpoint with its signing secret.', body: CreatedEndpointBody } },
    problems: ['conflict'],
    handle: async ({ deps, caller, body }) => {
      const { endpoint, signingSecret } = await createEndpoint(deps, caller, {
        url: body.url,
        description: body.description ?? null,
        subscribedEvents: body.subscribed_events,
      })
      return created({ ...endpointToWire(endpoint), signing_secret: signingSecret })
    },
  }),
  route({
    method: 'GET',
    path: '/api/webhooks',
    operationId: 'listWebhookEndpoints',
    tag,
    summary: 'List webhook endpoints',
    description: 'Every endpoint of the workspace, revoked ones included, newest first.',
    scope: 'webhooks:read',
    lane: 'api',
    subscription: false,
    query: Type.Object(PageQuery()),
    answers: { 200: { description: 'One page.', body: ListOf(EndpointBody) } },
    problems: ['invalid_cursor'],
    handle: async (context) =>
      ok(
        await answerPage(
          context,
          { name: 'webhooks', filters: {} },
          (page) => listEndpoints(context.deps, context.caller, page),
          endpointToWire,
        ),
      ),
  }),
  route({
    method: 'PATCH',
    path: '/api/webhooks/:id',
    operationId: 'updateWebhookEndpoint',
    tag,
    summary: 'Change a webhook endpoint',
    description:
      'Sets the members that are sent. Deliveries that are pending go to the URL that is set when they are tried.',
    scope: 'webhooks:write',
    lane: 'api',
    subscription: false,
    params,
    body: UpdateEndpointBody,
    answers: { 200: { description: 'The endpoint as it is now.', body: EndpointBody } },
    problems: ['webhook_endpoint_revoked'],
    handle: async ({ deps, caller, params: { id }, body }) => {
      const { url, description, subscribed_events: subscribedEvents } = body
      const change = {
        ...(url !== undefined && { url }),
        ...(description !== undefined && { description }),
        ...(subscribedEvents !== undefined && { subscribedEvents }),
      }
      return ok(endpointToWire(await updateEndpoint(deps, caller, { endpointId: id, change })))
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/webhooks/:id',
    operationId: 'revokeWebhookEndpoint',
    tag,
    summary: 'Revoke a webhook endpoint',
    description: 'What was pending for it is dead. Answers once no request to it is under way any more.',
    scope: 'webhooks:write',
    lane: 'api',
    subscription: false,
    params,
    answers: { 204: { description: 'Revoked.', body: null } },
    handle: async ({ deps, caller, params: { id } }) => {
      await revokeEndpoint(deps, caller, id)
      return noContent
    },
  }),
  route({
    method: 'POST',
    path: '/api/webhooks/:id/rotate',
    operationId: 'rotateWebhookSecret',
    tag,
    summary: 'Rotate the signing secret',
    description:
      'What is enqueued from now on is signed with the new secret; what was enqueued before keeps the one it has, for a day.',
    scope: 'webhooks:write',
    lane: 'api',
    subscription: false,
    params,
    answers: { 200: { description: 'The endpoint with its new signing secret.', body: RotatedEndpointBody } },
    problems: ['webhook_endpoint_revoked'],
    handle: async ({ deps, caller, params: { id } }) => {
      const { endpoint, signingSecret, previousSecretRevokesAt } = await rotateSecret(deps, caller, id)
      return ok({
        ...endpointToWire(endpoint),
        signing_secret: signingSecret,
        previous_secret_revokes_at: previousSecretRevokesAt.toISOString(),
      })
    },
  }),
  route({
    method: 'POST',
    path: '/api/webhooks/:id/test',
    operationId: 'testWebhookEndpoint',
    tag,
    summary: 'Send a test event',
    description: 'Sends webhook.test to this endpoint, whatever it subscribes to, signed and retried like any other.',
    scope: 'webhooks:write',
    lane: 'strict',
    subscription: false,
    params,
    answers: { 202: { description: 'The event that is being sent.', body: EventBody } },
    problems: ['webhook_endpoint_revoked'],
    handle: async ({ deps, caller, params: { id } }) => ({
      status: 202,
      body: eventToWire(await sendTest(deps, caller, id)),
    }),
  }),
  route({
    method: 'GET',
    path: '/api/webhooks/:id/deliveries',
    operationId: 'listWebhookDeliveries',
    tag,
    summary: 'List the deliveries of an endpoint',
    scope: 'webhooks:read',
    lane: 'api',
    subscription: false,
    params,
    query: Type.Object({
      ...PageQuery(),
      status: Filter(`One of ${DELIVERY_STATUSES.join(', ')}.`),
      event_type: Filter('The name of an event type.'),
      loan_id: Filter('The id of a loan.'),
    }),
    answers: { 200: { description: 'One page, newest first.', body: ListOf(DeliveryBody) } },
    problems: ['invalid_cursor', 'invalid_filter'],
    handle: async (context) => {
      const { query, params: path } = context
      const filter = {
        status: filterWord('status', DELIVERY_STATUSES, query.status),
        eventType: filterWord('event_type', EVENT_TYPES, query.event_type),
        loanId: filterId('loan_id', 'loan', query.loan_id),
      }
      return ok(
        await answerPage(
          context,
          { name: 'webhook-deliveries', filters: { endpoint: path.id, ...filter } },
          (page) => listDeliveries(context.deps, context.caller, { endpointId: path.id, filter, page }),
          deliveryToWire,
        ),
      )
    },
  }),
  route({
    method: 'POST',
    path: '/api/webhooks/:id/deliveries/:deliveryId/replay',
    operationId: 'replayWebhookDelivery',
    tag,
    summary: 'Replay a delivery',
    description: 'Schedules a new delivery of the same event, signed with the current secret.',
    scope: 'webhooks:write',
    lane: 'strict',
    subscription: false,
    params: Closed({ id: PathId('whe'), deliveryId: PathId('whd') }),
    answers: { 202: { description: 'The new delivery.', body: DeliveryBody } },
    problems: ['webhook_endpoint_revoked'],
    handle: async ({ deps, caller, params: { id, deliveryId } }) => ({
      status: 202,
      body: deliveryToWire(await replayDelivery(deps, caller, { endpointId: id, deliveryId })),
    }),
  }),
  route({
    method: 'POST',
    path: '/api/webhooks/:id/deliveries/replay',
    operationId: 'replayWebhookDeliveries',
    tag,
    summary: 'Replay many deliveries',
    description:
      'Schedules again what matches: dead deliveries unless told otherwise, by event type and time. Of each event only the latest delivery counts, so repeating the call until more is false replays everything once.',
    scope: 'webhooks:write',
    lane: 'strict',
    subscription: false,
    params,
    body: BulkReplayBody,
    answers: { 202: { description: 'How many were scheduled.', body: BulkReplayAnswer } },
    problems: ['webhook_endpoint_revoked'],
    handle: async ({ deps, caller, params: { id }, body }) => ({
      status: 202,
      body: await replayDeliveries(deps, caller, {
        endpointId: id,
        filter: {
          status: body.status ?? 'dead',
          eventType: body.event_type ?? null,
          from: body.created_from === undefined ? null : new Date(body.created_from),
          until: body.created_until === undefined ? null : new Date(body.created_until),
        },
      }),
    }),
  }),
  route({
    method: 'GET',
    path: '/api/events',
    operationId: 'listEvents',
    tag,
    summary: 'List events',
    description:
      'What happened in the last 30 days, newest first, each as webhooks carry it: to reconcile what arrived.',
    scope: 'webhooks:read',
    lane: 'api',
    subscription: false,
    query: Type.Object({
      ...PageQuery(),
      type: Filter('The name of an event type.'),
      loan_id: Filter('The id of a loan.'),
    }),
    answers: { 200: { description: 'One page.', body: ListOf(EventBody) } },
    problems: ['invalid_cursor', 'invalid_filter'],
    handle: async (context) => {
      const type = filterWord('type', EVENT_TYPES, context.query.type)
      const loanId = filterId('loan_id', 'loan', context.query.loan_id)
      return ok(
        await answerPage(
          context,
          { name: 'events', filters: { type, loan: loanId } },
          (page) => listEvents(context.deps, context.caller, { type, loanId, page }),
          eventToWire,
        ),
      )
    },
  }),
  route({
    method: 'GET',
    path: '/api/events/stream',
    operationId: 'streamEvents',
    tag,
    summary: 'Follow events as they happen',
    description:
      'Server-sent events, each with the body that webhooks carry, for as long as the connection holds: for machines that ' +
      'nothing can call. Come again with the id of the last message, in the header Last-Event-ID or as after, to go on where ' +
      'the stream broke; some events then come twice, so keep their ids. A comment line says now and then that the stream is alive. It ends after a ' +
      'quarter of an hour, and when keys of the service change: come again.',
    scope: 'webhooks:read',
    lane: 'api',
    subscription: false,
    query: Type.Object({
      after: Filter(
        'The id of the last message of a stream, or of an event; without it the stream begins with what comes next.',
      ),
    }),
    answers: { 200: { description: 'The stream.', body: null, alsoAs: [EVENT_STREAM] } },
    problems: ['invalid_filter'],
    openForMs: LIFE_MS + 60_000,
    handle: async ({ deps, caller, query, lastEventId, whenGone }) => {
      const follower = await deps.eventFeed.follow(caller, lastEventId ?? query.after ?? null)
      whenGone(() => follower.end())
      return { status: 200, headers: EVENT_STREAM_HEADERS, body: eventStream(follower) }
    },
  }),
  route({
    method: 'POST',
    path: '/api/events/test',
    operationId: 'recordTestEvent',
    tag,
    summary: 'Make a test event',
    description: 'Records webhook.test for those who follow the stream or read the list. No endpoint gets it.',
    scope: 'webhooks:write',
    lane: 'strict',
    subscription: false,
    answers: { 201: { description: 'The event.', body: EventBody } },
    handle: async ({ deps, caller }) => created(eventToWire(await sendTest(deps, caller, null))),
  }),
]
