/** How fast the spreading surface is, on a statement far longer than a person prints. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { withoutBrowser } from '../support/browser.ts'
import { harborStage } from '../support/harbor.ts'

const skip = withoutBrowser
if (skip) console.error(skip)
const fixture = skip ? null : await harborStage()

test(
  'bars: the first paint with a cold cache comes within 1.5 s, and a frame of a scroll over 1,500 lines and 12 periods takes less than a sixtieth of a second',
  { skip },
  async () => {
    const { stage, host } = fixture!
    const context = await stage.browser.newContext({ viewport: { width: 1280, height: 800 } })
    const page = await context.newPage()
    try {
      await manyLines(page)
      await page.goto(host.origin)
      await page.waitForFunction("window.heard.some(({ type }) => type === 'ready')")
      const frame = page.frames().find((candidate) => candidate.url().includes('/embed/'))
      assert.ok(frame)
      await frame.getByText('Foots').first().waitFor()
      const paint = await frame.evaluate<number>("performance.getEntriesByName('first-contentful-paint')[0].startTime")
      await frame.getByPlaceholder(/Search/).fill('Caption')
      await frame.getByText('Caption 0001').waitFor()
      assert.equal(await frame.getByRole('treegrid').getAttribute('aria-colcount'), '13')
      assert.ok(Number(await frame.getByRole('treegrid').getAttribute('aria-rowcount')) > 1_500)
      const passes: (Scrolled & { cpu: number; slowness: number })[] = []
      while (passes.length < PASSES) {
        const before = await slownessOf(page)
        const pass = await cpuOf(page, () => frame.evaluate<Scrolled>(SCROLL))
        passes.push({ ...pass, slowness: Math.max(1, (before + (await slownessOf(page))) / 2) })
      }
      const { cpu, slowness, drawn, idle, scrolled } = passes.reduce((best, pass) =>
        pass.cpu / pass.slowness < best.cpu / best.slowness ? pass : best,
      )
      const [before, during] = [droppedOf(idle), droppedOf(scrolled)]
      console.log(
        `surface: first paint ${paint.toFixed(0)} ms; 1,500 lines × 12 periods: ${(cpu / STEPS).toFixed(1)} ms of the main thread ` +
          `a frame on a machine ${slowness.toFixed(2)} times as slow as a quiet one, ${during.dropped} of ${during.frames} frames dropped (${before.dropped} of ${before.frames} while it stood still: ` +
          `whoever else uses this machine), the longest ${Math.max(...scrolled).toFixed(0)} ms, at most ${drawn} rows drawn`,
      )
      assert.ok(paint < 1_500, `first paint ${paint}`)
      assert.ok(drawn < 100, `${drawn} rows drawn`)
      // The time that the page itself needs: other work on the machine delays frames and says nothing of the surface.
      assert.ok(cpu / STEPS < FRAME_MS * slowness, `${cpu / STEPS} ms a frame, ${slowness} times as slow`)
    } finally {
      // A request still being answered by this test would fail when its page goes, and the file with it.
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await context.close()
    }
  },
)

/** At sixty frames a second a frame is dropped when it takes longer. */
const FRAME_MS = 1000 / 60
const STEPS = 240
/** The best of so many counts: whoever else uses the machine makes a pass slower, never faster. */
const PASSES = 3

interface Scrolled {
  readonly drawn: number
  /** Milliseconds between frames, before anything moves and while it does. */
  readonly idle: readonly number[]
  readonly scrolled: readonly number[]
}

/** A frame that comes two sixtieths of a second after the last one has left one out, and so on. */
function droppedOf(gaps: readonly number[]): { readonly dropped: number; readonly frames: number } {
  const frames = gaps.reduce((sum, gap) => sum + Math.max(1, Math.round(gap / FRAME_MS)), 0)
  return { dropped: frames - gaps.length, frames }
}

/** Stands still for a while, then scrolls from top to bottom, one step a frame. */
const SCROLL = `new Promise((resolve) => {
  const grid = document.querySelector('[role=treegrid]')
  const bottom = grid.scrollHeight - grid.clientHeight
  const idle = [], scrolled = []
  let last = null, drawn = 0
  const step = (now) => {
    if (last !== null) (idle.length < ${STEPS} / 2 ? idle : scrolled).push(now - last)
    last = now
    if (idle.length === ${STEPS} / 2) {
      drawn = Math.max(drawn, grid.querySelectorAll('.grid-row').length)
      grid.scrollTop = (bottom * (scrolled.length + 1)) / ${STEPS}
    }
    if (scrolled.length < ${STEPS}) requestAnimationFrame(step)
    else resolve({ drawn, idle, scrolled })
  }
  requestAnimationFrame(step)
})`

/**
 * The same rows and columns as the surface has on the screen, made and laid out by the bare browser, again and again.
 * Two who share a core's caches slow each other down by a half, and the clock of a thread counts that as its own work.
 */
const BARE_ROWS = `for (let time = 0; time < 60; time += 1) {
  const table = document.createElement('div')
  for (let row = 0; row < 46; row += 1)
    for (let column = 0; column < 13; column += 1) {
      const cell = table.appendChild(document.createElement('span'))
      cell.textContent = row + ' ' + column + ' ' + time
    }
  document.body.append(table)
  table.getBoundingClientRect()
  table.remove()
}`
/** What that takes on the two cores of decision 95 while nobody else uses them. */
const BARE_ROWS_QUIET_MS = 480

/** How many times as long this machine takes at the moment. */
async function slownessOf(page: Page): Promise<number> {
  const { cpu } = await cpuOf(page, async () => {
    await page.evaluate(BARE_ROWS)
    return {}
  })
  return cpu / BARE_ROWS_QUIET_MS
}

/** How many milliseconds of its own the page's main thread works meanwhile. */
async function cpuOf<Result>(page: Page, work: () => Promise<Result>): Promise<Result & { cpu: number }> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const spent = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1000
  }
  const before = await spent()
  const result = await work()
  return { ...result, cpu: (await spent()) - before }
}

/** Answers for the service with its own statement grown to 1,500 lines and 12 periods. */
async function manyLines(page: Page): Promise<void> {
  const periods = Array.from({ length: 12 }, (_, index) => ({
    fiscal_year: 2013 + index,
    period_end: `${2013 + index}-12-31`,
    months_covered: 12,
    label: null,
  }))
  const grow = (list: readonly unknown[]): unknown[] =>
    periods.map((_, index) => list[index % Math.max(1, list.length)] ?? null)
  await page.route(/\/attributes\?status=machine/, async (route) => {
    const response = await route.fetch()
    const snapshot = await response.json()
    for (const entity of snapshot.payload.entities) {
      const [first] = entity.periods
      if (first) entity.periods = periods.map((period, index) => ({ ...first, ...period, period_id: `p${index}` }))
    }
    await route.fulfill({ response, json: snapshot })
  })
  await page.route(/\/mappings\/map_/, async (route) => {
    const response = await route.fetch()
    const mapping = await response.json()
    const { payload } = mapping
    const [line] = payload.lines.filter((candidate: any) => candidate.filed_under !== null && !candidate.is_total)
    const lines = Array.from({ length: 1_500 }, (_, index) => ({
      ...line,
      key: `x${index}`,
      label: `Caption ${String(index + 1).padStart(4, '0')}`,
    }))
    payload.lines = [...payload.lines, ...lines].map((each: any) => ({
      ...each,
      values: grow(each.values),
      sources: grow(each.sources),
      filed_values: each.filed_values && grow(each.filed_values),
    }))
    const visit = (node: any): void => {
      for (const member of ['values', 'unitemized', 'sources']) node[member] = grow(node[member])
      if (node.key === line.filed_under) node.direct_member_keys.push(...lines.map(({ key }) => key))
      node.children.forEach(visit)
    }
    payload.tree.forEach(visit)
    payload.periods = periods
    payload.foot = grow(payload.foot)
    await route.fulfill({ response, json: mapping })
  })
}
