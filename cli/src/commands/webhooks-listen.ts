/**
 * `tieout webhooks listen`: events of the workspace as they happen, each forwarded to an address that only this machine
 * reaches, with the body, headers and kind of signature that a webhook has. The service holds the stream and this side
 * makes the call: so the service never needs an exception for a private address.
 */
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { followEvents } from '@tieout/sdk'
import type { FollowedEvent } from '@tieout/sdk'
import { signWebhook } from '@tieout/sdk/webhooks'
import { Command } from 'commander'
import type { Context } from '../context.ts'
import { stateFolder, UsageError } from '../settings.ts'
import { plain } from '../table.ts'

interface ListenOptions {
  readonly forwardTo?: string
  readonly events?: readonly string[]
  readonly since?: string
}

/** As long as the service waits for a receiver. */
const ANSWER_WITHIN_MS = 5_000

export function listenCommand(context: Context): Command {
  return new Command('listen')
    .description('Show events as they happen, and forward them, signed, to an address of yours. Ends with Ctrl-C.')
    .option('--forward-to <url>', 'such as http://localhost:3000/hooks')
    .option('--events <types...>', 'only these')
    .option('--since <event>', 'begin after this event, not with what comes next')
    .action((options: ListenOptions) => listen(context, options))
}

async function listen(context: Context, options: ListenOptions): Promise<void> {
  const { forwardTo, since } = options
  if (forwardTo !== undefined && !/^https?:\/\//.test(forwardTo))
    throw new UsageError('--forward-to takes an address that begins with http:// or https://.')
  const secret = forwardTo === undefined ? null : ownSecret()
  const enough = new AbortController()
  process.once('SIGINT', () => enough.abort())
  process.once('SIGTERM', () => enough.abort())
  const following = followEvents(context.tieout(), {
    signal: enough.signal,
    ...(since !== undefined && { after: since }),
    onOpen: onFirst(() => {
      context.terminal.remark(secret === null ? 'Listening.' : `Listening. Signing secret: ${secret}`)
    }),
  })
  for await (const followed of following) {
    if (options.events && !options.events.includes(followed.event.type)) continue
    const outcome = forwardTo === undefined || secret === null ? null : await forward(followed, forwardTo, secret)
    report(context, followed, outcome)
  }
}

function report(context: Context, { event }: FollowedEvent, outcome: string | null): void {
  const line = `${event.created}  ${event.id}  ${event.type}${outcome === null ? '' : `  ${plain(outcome)}`}`
  // One event a line, so that what reads along need not wait for an end.
  context.terminal.print(context.asJson ? JSON.stringify({ event, forwarded: outcome }) : line)
}

/** What came of it, in words: it is not tried again, the developer sees it at once. */
async function forward({ event, body }: FollowedEvent, url: string, secret: string): Promise<string> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'service-signature': signWebhook({ body, secret }),
        'service-event-id': event.id,
        'user-agent': 'Service-Webhooks/1',
      },
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    await response.body?.cancel()
    return String(response.status)
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error
    const code = (cause as { code?: unknown }).code
    return `no answer (${typeof code === 'string' ? code : cause instanceof Error ? cause.message : String(cause)})`
  }
}

/** The same on this machine every time, so that a receiver need be told it once. */
function ownSecret(): string {
  const file = join(stateFolder(process.env), 'listen-secret')
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    const secret = `whsec_${randomBytes(32).toString('base64url')}`
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(file, `${secret}\n`, { mode: 0o600 })
    chmodSync(file, 0o600)
    return secret
  }
}

function onFirst(then: () => void): () => void {
  let done = false
  return () => {
    if (!done) then()
    done = true
  }
}
