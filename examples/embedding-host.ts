/**
 * A host's own page with a Tieout surface in it. The host's server holds the API key and makes an address for each
 * frame; its page shows the frame and listens to it. Run it with TIEOUT_URL, TIEOUT_API_KEY and a loan's id, and allow
 * its origin first (PUT /api/embed/origins).
 */
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { Tieout } from '@tieout/sdk'

export interface HostOptions {
  readonly tieoutUrl: string
  readonly apiKey: string
  readonly loanId: string
  readonly surface: 'spreading' | 'documents'
  /** Your own lasting name for the person who is signed in. */
  readonly userId: string
  readonly scopes?: Parameters<Tieout['mintIframeUrl']>[0]['scopes']
  /** How long a session lasts before the frame asks for the next one; an hour unless said. */
  readonly tokenLifetimeSeconds?: number
}

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Loan file</title>
    <style>html, body { margin: 0; height: 100% } iframe { border: 0; width: 100%; height: 100%; display: block }</style>
  </head>
  <body>
    <iframe id="frame" title="Tieout"></iframe>
    <script src="/host.js"></script>
  </body>
</html>`

/** What runs in the host's page. */
const SCRIPT = `
const frame = document.getElementById('frame')
const address = async () => {
  const answer = await fetch('/frame-address', { method: 'POST' })
  if (!answer.ok) throw new Error(await answer.text())
  return answer.text()
}
let origin = null
window.heard = []

window.addEventListener('message', async (event) => {
  // Only the frame, and only while it shows what we put there.
  if (event.source !== frame.contentWindow || event.origin !== origin || event.data?.tieout !== 1) return
  window.heard.push(event.data)
  if (event.data.type === 'session-expiring') {
    const handle = new URL(await address()).hash.replace('#handle=', '')
    frame.contentWindow.postMessage({ tieout: 1, type: 'renew', handle }, origin)
  }
})

address().then((url) => {
  origin = new URL(url).origin
  frame.src = url
})
`

/** The server of the host: whoever is signed in gets an address for themselves, for the loan that they look at. */
export function embeddingHost(options: HostOptions): Server {
  const tieout = new Tieout({ baseUrl: options.tieoutUrl, apiKey: options.apiKey })
  return createServer((request, response) => {
    const send = (type: string, body: string): void => void response.setHeader('content-type', type).end(body)
    if (request.method === 'POST' && request.url === '/frame-address') {
      tieout
        .mintIframeUrl({
          loan_id: options.loanId,
          surface: options.surface,
          external_user_id: options.userId,
          ...(options.scopes && { scopes: options.scopes }),
          ...(options.tokenLifetimeSeconds && { token_lifetime_seconds: options.tokenLifetimeSeconds }),
        })
        .then(
          ({ url }) => send('text/plain', url),
          (error: unknown) => response.writeHead(502).end(String(error)),
        )
    } else if (request.url === '/host.js') send('text/javascript', SCRIPT)
    else send('text/html; charset=utf-8', PAGE)
  })
}
