/**
 * Pictures of a state of a surface as people meet it: in both themes, on a desk's screen and on a tablet's. Each of
 * them is looked over by axe as well: a state that looks well and cannot be used is not well.
 */
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { seriousFindings } from './accessibility.ts'

const FOLDER = process.env['TIEOUT_PICTURES'] ?? '.cache/pictures'

const LOOKS = [
  [1280, 800, 'light'],
  [1280, 800, 'dark'],
  [768, 1024, 'light'],
  [768, 1024, 'dark'],
] as const

/** Long enough for a layout, a transition and a redraw. */
const SETTLE_MS = 250

/** Takes the four pictures of the state that the page is in, and leaves the page as it was. */
export async function shoot(page: Page, state: string): Promise<void> {
  mkdirSync(FOLDER, { recursive: true })
  for (const [width, height, colorScheme] of LOOKS) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme })
    await page.waitForTimeout(SETTLE_MS)
    const name = `${state}-${width}-${colorScheme}`
    await page.screenshot({ path: join(FOLDER, `${name}.png`) })
    const frame = page.frames().find((candidate) => candidate.url().includes('/embed/'))
    assert.ok(frame, name)
    assert.deepEqual(await seriousFindings(frame), [], name)
    assert.equal(await frame.evaluate('document.documentElement.scrollWidth > innerWidth'), false, `${name}: too wide`)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ colorScheme: 'light' })
}
