/** Where webhooks go in a trial: to a name on loopback, and there to a receiver that notes every call and answers at once. */
import { startDns } from '../server/test/support/dns.ts'
import { startReceiver } from '../server/test/support/receiver.ts'
import type { Receiver } from '../server/test/support/receiver.ts'
import { createAuthority } from '../server/test/support/tls.ts'
import { loopbackSettings } from '../server/test/support/webhooks.ts'

const RECEIVER_NAME = 'hooks.receiver.test'

export interface Hooks {
  readonly receiver: Receiver
  /** With which the service finds the receiver and may send to it. */
  readonly settings: Readonly<Record<string, string>>
  /** Has everything that happens to the holder of the key sent there. */
  register(url: string, key: string): Promise<void>
}

export async function openHooks(): Promise<Hooks> {
  const authority = createAuthority()
  const dns = await startDns({ [RECEIVER_NAME]: { a: ['127.0.0.1'] } })
  const receiver = await startReceiver(authority.issue([RECEIVER_NAME]))
  return {
    receiver,
    settings: loopbackSettings(authority, dns),
    register: async (url, key) => {
      const response = await fetch(`${url}/api/webhooks`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ url: `https://${RECEIVER_NAME}:${receiver.port}/hook`, subscribed_events: ['*'] }),
      })
      if (response.status !== 201) throw new Error(await response.text())
    },
  }
}
