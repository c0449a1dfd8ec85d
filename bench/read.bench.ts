/**
 * `npm run bench -- read`: digital pages a second, on one core, through the whole reader (pool, child with its walls,
 * proof of visibility, rules, fields, frames, decoding) against the bare library getting the same characters and boxes
 * from the same file in this process. The two take turns. What is counted is processor time, the child's included, because
 * on a shared machine the clock on the wall measures the neighbours: pages a second on one core are pages by processor
 * seconds. The library is called in a process that has called it before, and the child is one that has read for this owner
 * before; the first document of a child, its start included, is told beside it. Then a package of 3,000 pages in a child of
 * its own, for its memory.
 */
import { Readable } from 'node:stream'
import type { ReaderPool } from '../server/src/adapters/reader-pool/pool.ts'
import { Pdfium } from '../server/src/reader/pdf/pdfium.ts'
import { corpusFiles } from '../server/test/support/documents/corpus.ts'
import { mergePdfs } from '../server/test/support/documents/merge.ts'
import { statementPdf } from '../server/test/support/documents/statement.ts'
import { watchMemory } from '../server/test/support/memory-watch.ts'
import { openReader } from '../server/test/support/reader.ts'
import type { BenchResult } from './result.ts'
import { median } from './service.ts'

const ROUNDS = 5
const STATEMENT_PAGES = 200
const REAL_COPIES = 3
const LARGE_PAGES = 3000
/** Folders of the corpus whose PDFs are digital throughout. */
const DIGITAL =
  /\/(ap-agings|ar-agings|balance-sheets|profit-loss-statements|cash-flow-statements|debt-schedules)\/(?!scan-)|\/irs-f\w+-blank/

export async function run(): Promise<BenchResult> {
  const figures: Record<string, string | number> = {}
  const pdfium = await Pdfium.load()
  const pool = openReader({ size: 1, warm: 0, recognitions: 1 })
  await pool.prepared
  figures['isolation of the children'] = pool.isolation.level
  const ratio = await compare('statement', statementPdf(STATEMENT_PAGES, 'ruled'), pdfium, pool, figures)
  const real = corpusFiles('pdf').filter((path) => DIGITAL.test(path))
  if (real.length > 0) {
    const merged = mergePdfs(pdfium, Array.from({ length: REAL_COPIES }, () => real).flat())
    await compare('real pages', merged, pdfium, pool, figures)
  }
  await startOfAChild(pool, figures)
  await largePackage(pdfium, pool, figures)
  await pool.close()
  return {
    figures,
    ratioName: 'pages/s of the whole reader ÷ pages/s of the bare library, on one core',
    ratio,
    bar: 'at least 0.6',
  }
}

async function compare(
  name: string,
  bytes: Uint8Array,
  pdfium: Pdfium,
  pool: ReaderPool,
  figures: Record<string, string | number>,
): Promise<number> {
  const turns: { bare: number; reader: number; wall: number }[] = []
  let pages = 0
  let characters = 0
  for (let turn = 0; turn <= ROUNDS; turn += 1) {
    const bare = await processorTime(() => {
      const counted = readBare(pdfium, bytes)
      pages = counted.pages
      characters = counted.characters
    })
    const started = performance.now()
    const reader = await readerTime(pool, name, bytes, pages)
    turns.push({ bare, reader, wall: performance.now() - started })
  }
  const [first, ...rounds] = turns
  const bare = median(rounds.map((round) => round.bare))
  const ratio = median(rounds.map((round) => round.bare / round.reader))
  figures[`${name}: pages, characters`] = `${pages}, ${characters}`
  figures[`${name}: bare library, pages/s on one core`] = perSecond(pages, bare)
  figures[`${name}: whole reader, pages/s on one core`] = perSecond(pages, median(rounds.map((round) => round.reader)))
  figures[`${name}: whole reader, pages/s on the wall`] = perSecond(pages, median(rounds.map((round) => round.wall)))
  figures[`${name}: ratio`] = ratio.toFixed(3)
  figures[`${name}: ratio of the first document of a child`] = (bare / (first?.reader ?? NaN)).toFixed(3)
  return ratio
}

/** What the library alone takes for the same: every character with its code and its box. */
function readBare(pdfium: Pdfium, bytes: Uint8Array): { pages: number; characters: number } {
  const { call, scratch } = pdfium
  const memory = call.malloc(bytes.length)
  pdfium.bytes.set(bytes, memory)
  const document = call.FPDF_LoadMemDocument(memory, bytes.length, 0)
  const pages = call.FPDF_GetPageCount(document)
  let characters = 0
  let checksum = 0
  for (let index = 0; index < pages; index += 1) {
    const page = call.FPDF_LoadPage(document, index)
    const text = call.FPDFText_LoadPage(page)
    const count = call.FPDFText_CountChars(text)
    for (let character = 0; character < count; character += 1) {
      checksum += call.FPDFText_GetUnicode(text, character)
      call.FPDFText_GetLooseCharBox(text, character, scratch)
      checksum += pdfium.float(scratch)
    }
    characters += count
    call.FPDFText_ClosePage(text)
    call.FPDF_ClosePage(page)
  }
  call.FPDF_CloseDocument(document)
  call.free(memory)
  if (!(checksum > 0)) throw new Error('the library found no text')
  return { pages, characters }
}

/**
 * Processor time of the whole reader for one document: what this process and the child took. For an owner who has read
 * nothing yet that includes the start of a child.
 */
async function readerTime(pool: ReaderPool, owner: string, bytes: Uint8Array, expectedPages: number): Promise<number> {
  let [words, pages, childMs] = [0, 0, 0]
  const own = await processorTime(async () => {
    const content = Readable.from([bytes])
    for await (const event of pool.read({ owner, content, declared: 'pdf', deadlineMs: 600_000 })) {
      if (event.kind === 'failed') throw new Error(`${event.code}: ${event.detail}`)
      if (event.kind === 'done') childMs = event.cost?.cpuMs ?? 0
      if (event.kind !== 'page') continue
      pages += 1
      words += event.page.words.length
    }
  })
  if (pages !== expectedPages || words === 0) throw new Error(`${pages} pages with ${words} words were read`)
  if (childMs === 0) throw new Error('the child did not say what it took')
  return own + childMs
}

async function startOfAChild(pool: ReaderPool, figures: Record<string, string | number>): Promise<void> {
  const times: number[] = []
  const onePage = statementPdf(1)
  for (let round = 0; round < ROUNDS; round += 1) times.push(await readerTime(pool, `one page ${round}`, onePage, 1))
  figures['one page in a child of its own, ms on one core'] = Math.round(median(times))
  const again: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) again.push(await readerTime(pool, 'one page 0', onePage, 1))
  figures['one page in a child that has read before, ms on one core'] = Math.round(median(again.slice(1)))
}

async function largePackage(pdfium: Pdfium, pool: ReaderPool, figures: Record<string, string | number>): Promise<void> {
  const bytes = statementPdf(LARGE_PAGES, 'ruled')
  const bare = await processorTime(() => void readBare(pdfium, bytes))
  const watch = watchMemory(() => pool.childPids)
  const before = process.memoryUsage().rss
  let ownPeak = before
  const timer = setInterval(() => (ownPeak = Math.max(ownPeak, process.memoryUsage().rss)), 50)
  const time = await readerTime(pool, 'large', bytes, LARGE_PAGES)
  clearInterval(timer)
  watch.stop()
  figures[`${LARGE_PAGES} pages: pages/s on one core`] = perSecond(LARGE_PAGES, time)
  figures[`${LARGE_PAGES} pages: ratio`] = (bare / time).toFixed(3)
  figures[`${LARGE_PAGES} pages: peak memory of the child, MB`] = Math.round(watch.peak() / 1e6)
  figures[`${LARGE_PAGES} pages: growth of the parent, MB`] = Math.round((ownPeak - before) / 1e6)
}

/** Processor time of this process in ms. */
async function processorTime(work: () => void | Promise<void>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

function perSecond(pages: number, ms: number): number {
  return Math.round((pages / ms) * 1000)
}
