import { Problem } from '../../lib/problem.ts'
import type { Page, PageRequest } from '../../store/paging.ts'
import { listDeliveries as listDeliveryRows } from '../../store/webhook-deliveries.ts'
import type { Delivery, DeliveryFilter } from '../../store/webhook-deliveries.ts'
import { findEndpoint, listEndpoints as listRows } from '../../store/webhooks.ts'
import type { WebhookEndpoint } from '../../store/webhooks.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'

export async function listEndpoints(
  deps: Pick<Deps, 'db'>,
  caller: Caller,
  page: PageRequest,
): Promise<Page<WebhookEndpoint>> {
  return deps.db.read(caller, (tx) => listRows(tx, page))
}

export async function listDeliveries(
  deps: Pick<Deps, 'db'>,
  caller: Caller,
  input: { endpointId: string; filter: DeliveryFilter; page: PageRequest },
): Promise<Page<Delivery>> {
  return deps.db.read(caller, async (tx) => {
    if (!(await findEndpoint(tx, input.endpointId))) throw new Problem('not_found')
    return listDeliveryRows(tx, input.endpointId, input.filter, input.page)
  })
}
