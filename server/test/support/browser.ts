/** A browser for tests of the surfaces, and a host's page on another origin to show them in. */
import { existsSync } from 'node:fs'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { chromium } from 'playwright-core'
import type { Browser, Frame, Page } from 'playwright-core'
import { embeddingHost } from '../../../examples/embedding-host.ts'
import type { HostOptions } from '../../../examples/embedding-host.ts'
import type { Tenant, TestService } from './service.ts'

const CHROMIUM = process.env['TIEOUT_CHROMIUM'] ?? '/usr/bin/chromium'

/** Why the tests of the surfaces cannot run here; false when they can. */
export const withoutBrowser: string | false = existsSync(CHROMIUM)
  ? false
  : `NO BROWSER: ${CHROMIUM} is not there, so the surfaces are NOT tested. Install it: apt-get install chromium`

export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    // Root has no sandbox of its own; the rest keeps Chromium from calling home.
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

export interface ShownSurface {
  readonly page: Page
  readonly frame: Frame
  /** What the frame has said to its host. */
  readonly heard: () => Promise<{ type: string }[]>
  /** What the browser has logged as an error: policies that were broken, scripts that failed. */
  readonly complaints: readonly string[]
}

export interface Host {
  readonly origin: string
  close(): Promise<void>
}

/** The example's host, listening; its origin is not yet allowed to frame anything. */
export async function startHost(options: HostOptions): Promise<Host> {
  const server = embeddingHost(options).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export async function allow(service: TestService, tenant: Tenant, origins: readonly string[]): Promise<void> {
  const reply = await service.call('/api/embed/origins', { key: tenant.key, method: 'PUT', body: { origins } })
  if (reply.status !== 200) throw new Error(reply.text)
}

/** Opens the host's page and waits until the surface in it says that it is ready. */
export async function show(page: Page, host: Host): Promise<ShownSurface> {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.goto(host.origin)
  const heard = (): Promise<{ type: string }[]> => page.evaluate('window.heard')
  await page
    .waitForFunction("window.heard.some(({ type }) => type === 'ready')", undefined, { timeout: 20_000 })
    .catch(async (error: unknown) => {
      throw new Error(`${String(error)}\n${complaints.join('\n')}\nheard: ${JSON.stringify(await heard())}`)
    })
  const frame = page.frames().find((candidate) => candidate.url().includes('/embed/'))
  if (!frame) throw new Error('the host shows no surface')
  return { page, frame, heard, complaints }
}
