/** Sends a request as it is, without a client's kindness, and says how it ended: an answer, a hang, a broken line. */
import { Agent, request as httpRequest } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { FuzzAnswer } from './contract.ts'
import type { FuzzRequest } from './requests.ts'

/** No answer within this is a hang; the service itself gives up a request after a minute. */
const HANG_MS = 30_000
/** A stream has no end: what comes in a moment is enough. */
const STREAM_MOMENT_MS = 50
const BODY_LIMIT_BYTES = 1024 * 1024

export type Outcome = FuzzAnswer | 'hangs' | 'cut off' | `breaks: ${string}`

export class Sender {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 32 })
  readonly #url: URL

  constructor(url: string) {
    this.#url = new URL(url)
  }

  send({ method, path, headers, body }: FuzzRequest): Promise<Outcome> {
    return new Promise((resolve) => {
      const request = httpRequest({
        agent: this.#agent, host: this.#url.hostname, port: this.#url.port, method, path,
        headers: { ...headers, ...(body && { 'content-length': body.length }) },
      }) // prettier-ignore
      const end = (outcome: Outcome): void => {
        clearTimeout(deadline)
        resolve(outcome)
      }
      const deadline = setTimeout(() => {
        end('hangs')
        request.destroy()
      }, HANG_MS)
      request.on('response', (response) => void textOf(response).then((text) => end(answerOf(response, text))))
      request.on('error', (error) => {
        // A body over the limit is not read to its end, and the line may close on what is still being sent.
        end((body?.length ?? 0) > BODY_LIMIT_BYTES ? 'cut off' : `breaks: ${error.message}`)
      })
      request.end(body ?? undefined)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}

function answerOf(response: IncomingMessage, text: string): FuzzAnswer {
  return { status: response.statusCode ?? 0, headers: response.headers, text }
}

async function textOf(response: IncomingMessage): Promise<string> {
  const isStream = response.headers['content-type']?.startsWith('text/event-stream') ?? false
  const moment = isStream ? setTimeout(() => response.destroy(), STREAM_MOMENT_MS) : null
  const parts: Buffer[] = []
  try {
    for await (const part of response) parts.push(part as Buffer)
  } catch {
    // The line was closed, here or there: what has come is looked at.
  }
  if (moment) clearTimeout(moment)
  return Buffer.concat(parts).toString('utf8')
}
