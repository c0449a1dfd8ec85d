/** Builds what webhooks need from the settings: the sender with its rules, and the keys that seal secrets. */
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { GuardedSender } from '../adapters/guarded-https/sender.ts'
import { ATTEMPT_DEADLINE_MS } from '../domain/webhooks/schedule.ts'
import { isPublicAddress, isPublicOrLoopback } from '../lib/addresses.ts'
import { KeyRing } from '../lib/key-ring.ts'
import type { KeyEncryptionKey } from '../lib/key-ring.ts'
import { derivedKey } from './config.ts'
import type { Config } from './config.ts'

export interface WebhookParts {
  readonly webhookSender: GuardedSender
  readonly keyRing: KeyRing
}

export function webhookParts(config: Config): WebhookParts {
  return { webhookSender: senderOf(config), keyRing: keyRingOf(config) }
}

function senderOf(config: Config): GuardedSender {
  const ports = config.TIEOUT_WEBHOOK_PORTS
  const dnsServers = listOf(config.TIEOUT_WEBHOOK_DNS_SERVERS)
  const caFile = config.TIEOUT_WEBHOOK_TEST_CA_FILE
  return new GuardedSender({
    isPublic: config.TIEOUT_WEBHOOK_TEST_LOOPBACK ? isPublicOrLoopback : isPublicAddress,
    ports: ports === 'any' ? null : new Set(listOf(ports).map(Number)),
    ownNames: new Set([hostname(), ...listOf(config.TIEOUT_OWN_HOST_NAMES)].map((name) => name.toLowerCase())),
    deadlineMs: ATTEMPT_DEADLINE_MS,
    ...(dnsServers.length > 0 && { dnsServers }),
    ...(caFile !== undefined && { ca: readFileSync(caFile, 'utf8') }),
  })
}

/** The derived key stays on the ring when others are set: what it sealed before must open until it is rewrapped. */
export function keyRingOf(config: Config): KeyRing {
  const derived = { id: 'derived', key: derivedKey(config, 'key encryption') }
  const [first, ...others] = listOf(config.TIEOUT_KEY_ENCRYPTION_KEYS).map((entry): KeyEncryptionKey => {
    const [id = '', key = ''] = entry.split(':')
    return { id, key: Buffer.from(key, 'base64') }
  })
  return new KeyRing(first ? [first, ...others, derived] : [derived])
}

function listOf(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}
