/** The stage for tests of the surfaces: a running service with its pipeline, a browser, and loans shown in a host's page. */
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import type { HostOptions } from '../../../examples/embedding-host.ts'
import { allow, openBrowser, show, startHost } from './browser.ts'
import type { Host, ShownSurface } from './browser.ts'
import { asSuperuser } from './database.ts'
import { startTestService } from './service.ts'
import type { Call, Reply, Tenant, TestService } from './service.ts'
import { askUntil, confirm, startTestPipeline, uploadFile, waitForJob } from './uploads.ts'
import type { UploadTarget } from './uploads.ts'

/** Where pictures of the surfaces go, for people to look at; tests make none without it. */
export const PICTURES = process.env['TIEOUT_PICTURES']

export const SPREADING_SCOPES = [
  'borrowers:read',
  'extractions:read',
  'spreads:read',
  'spreads:write',
  'chart:read',
  'chart:write',
] as const

export interface Look {
  readonly width?: number
  readonly height?: number
  readonly scheme?: 'light' | 'dark'
}

export class Stage {
  readonly service: TestService
  readonly tenant: Tenant
  readonly browser: Browser
  readonly #origins: string[] = []

  constructor(service: TestService, tenant: Tenant, browser: Browser) {
    this.service = service
    this.tenant = tenant
    this.browser = browser
  }

  call(path: string, options: Omit<Call, 'key'> = {}): Promise<Reply> {
    return this.service.call(path, { key: this.tenant.key, ...options })
  }

  async loan(company: string, name = 'Term loan 2026'): Promise<UploadTarget> {
    const borrower = await this.call('/api/borrowers', { method: 'POST', body: { business_name: company } })
    const path = `/api/borrowers/${borrower.json.id}/loans`
    const loan = await this.call(path, { method: 'POST', body: { name } })
    assert.equal(loan.status, 201, loan.text)
    return { borrowerId: borrower.json.id, loanId: loan.json.id }
  }

  /** Uploads a file; answers its job once it is read. */
  async read({ loanId }: UploadTarget, name: string, bytes: Uint8Array): Promise<string> {
    const jobId = await uploadFile(this.service, this.tenant.key, loanId, bytes, name)
    await confirm(this.service, this.tenant.key, jobId)
    assert.equal((await waitForJob(this.service, this.tenant.key, jobId)).status, 'COMPLETED')
    return jobId
  }

  /** Waits until the loan's snapshot stands on mappings of so many companies. */
  async mapped({ loanId }: UploadTarget, companies = 1): Promise<void> {
    const isMapped = ({ json }: Reply): boolean =>
      json?.payload?.entities?.filter((entity: any) => entity.periods.some((period: any) => period.mapping_id))
        .length >= companies
    await askUntil(() => this.call(`/api/loans/${loanId}/attributes?status=machine`), isMapped)
  }

  /** A host's page for one person and one loan, allowed to frame the surface. */
  async host(options: Omit<HostOptions, 'tieoutUrl' | 'apiKey'>): Promise<Host> {
    const host = await startHost({ tieoutUrl: this.service.url, apiKey: this.tenant.key, ...options })
    this.service.companions.push(() => host.close())
    this.#origins.push(host.origin)
    await allow(this.service, this.tenant, this.#origins)
    return host
  }

  page({ width = 1280, height = 800, scheme = 'light' }: Look = {}): Promise<Page> {
    return this.browser.newPage({ viewport: { width, height }, colorScheme: scheme })
  }

  /** The surface in its host's page, closed again whatever becomes of the work with it. */
  async within(host: Host, look: Look, work: (surface: ShownSurface) => Promise<void>): Promise<void> {
    const page = await this.page(look)
    try {
      const surface = await show(page, host)
      await work(surface)
    } catch (error) {
      await picture(page, `failed-${Date.now()}`)
      console.error(await wordsOf(page))
      throw error
    } finally {
      await page.close()
    }
  }

  /** What people left in surfaces is forgotten, so that the next one opens as new. */
  async forgetWork(): Promise<void> {
    await asSuperuser(this.service.database, 'DELETE FROM embed_work')
  }
}

/** `isIdle`: with nobody to read what is uploaded, until `startTestPipeline` is called. */
export async function startStage({ isIdle = false } = {}): Promise<Stage> {
  const service = await startTestService()
  if (!isIdle) await startTestPipeline(service)
  const browser = await openBrowser()
  service.companions.push(() => browser.close())
  return new Stage(service, await service.tenant(), browser)
}

/** What a page and its frames say, for a failure of which no picture is kept. */
async function wordsOf(page: Page): Promise<string> {
  const said = page.frames().map(async (frame) => {
    const words = await frame.locator('body').innerText({ timeout: 2_000 })
    return `${new URL(frame.url()).pathname} shows: ${words.replaceAll(/\s+/g, ' ').slice(0, 600)}`
  })
  return (await Promise.allSettled(said))
    .map((one) => (one.status === 'fulfilled' ? one.value : 'a frame says nothing'))
    .join('\n')
}

export async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return
  mkdirSync(PICTURES, { recursive: true })
  await page.screenshot({ path: join(PICTURES, `${name}.png`) })
}

/** A row of the statement, by words of it. */
export const rowOf = ({ frame }: Pick<ShownSurface, 'frame'>, name: string) =>
  frame.getByRole('row').filter({ hasText: name }).first()
