/** `tieout webhooks`: endpoints, their deliveries, and trying out a receiver that nobody can reach from outside. */
import type { CreateWebhookEndpointBody, WebhookDelivery, WebhookEndpoint } from '@tieout/sdk'
import { Command } from 'commander'
import { listCommand } from '../context.ts'
import type { Context } from '../context.ts'
import type { Column } from '../table.ts'
import { listenCommand } from './webhooks-listen.ts'
import { triggerCommand } from './webhooks-trigger.ts'

const ENDPOINT_COLUMNS: readonly Column<WebhookEndpoint>[] = [
  { head: 'endpoint', cell: (endpoint) => endpoint.id },
  { head: 'url', cell: (endpoint) => endpoint.url },
  { head: 'events', cell: (endpoint) => endpoint.subscribed_events.join(' ') },
  { head: 'status', cell: (endpoint) => endpoint.status },
]

const DELIVERY_COLUMNS: readonly Column<WebhookDelivery>[] = [
  { head: 'delivery', cell: (delivery) => delivery.id },
  { head: 'event', cell: (delivery) => delivery.event_ref },
  { head: 'type', cell: (delivery) => delivery.event_type },
  { head: 'status', cell: (delivery) => delivery.status },
  { head: 'attempts', cell: (delivery) => String(delivery.attempts), right: true },
  { head: '', cell: (delivery) => [delivery.last_status_code, delivery.last_error].filter((part) => part !== null).join(' ') }, // prettier-ignore
]

export function webhooksCommand(context: Context): Command {
  return new Command('webhooks')
    .description('Endpoints and deliveries; events forwarded to this machine.')
    .addCommand(
      listCommand()
        .description('Endpoints of the workspace, revoked ones too.')
        .action(({ limit }: { limit: number }) =>
          context.answerList(context.tieout().listWebhookEndpoints(), ENDPOINT_COLUMNS, limit),
        ),
    )
    .addCommand(creating(context))
    .addCommand(
      new Command('delete')
        .description('Revoke an endpoint: what is pending for it is dead.')
        .argument('<endpoint>')
        .action(async (id: string) => {
          await context.tieout().revokeWebhookEndpoint(id)
          context.answer({ id, status: 'revoked' }, `${id} is revoked.`)
        }),
    )
    .addCommand(deliveries(context))
    .addCommand(
      new Command('replay')
        .description('Send a delivery again, as a new one.')
        .argument('<endpoint>')
        .argument('<delivery>')
        .action(async (endpoint: string, delivery: string) => {
          const scheduled = await context.tieout().replayWebhookDelivery(endpoint, delivery)
          context.answer(scheduled, scheduled.id)
        }),
    )
    .addCommand(listenCommand(context))
    .addCommand(triggerCommand(context))
}

function creating(context: Context): Command {
  return new Command('create')
    .description('Register an endpoint and print its signing secret, which is shown this once.')
    .argument('<url>', 'https, on a public host')
    .option('--events <types...>', 'what it is told of', ['*'])
    .option('--description <text>', 'for people')
    .action(async (url: string, options: { events: string[]; description?: string }) => {
      const endpoint = await context.tieout().createWebhookEndpoint({
        url,
        subscribed_events: options.events as unknown as CreateWebhookEndpointBody['subscribed_events'],
        ...(options.description !== undefined && { description: options.description }),
      })
      context.answer(endpoint, `endpoint        ${endpoint.id}\nsigning secret  ${endpoint.signing_secret}`)
    })
}

function deliveries(context: Context): Command {
  return listCommand('deliveries')
    .description('What was and will be sent to an endpoint, newest first.')
    .argument('<endpoint>')
    .option('--status <status>', 'pending, delivered or dead')
    .option('--type <type>', 'of events of this type')
    .option('--loan <id>', 'about this loan')
    .action((id: string, options: { limit: number; status?: string; type?: string; loan?: string }) => {
      const filter = {
        ...(options.status !== undefined && { status: options.status }),
        ...(options.type !== undefined && { event_type: options.type }),
        ...(options.loan !== undefined && { loan_id: options.loan }),
      }
      return context.answerList(context.tieout().listWebhookDeliveries(id, filter), DELIVERY_COLUMNS, options.limit)
    })
}
