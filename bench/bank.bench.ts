/**
 * The engine's part on the largest bank statement that is accepted: 3,000 pages with 100,000 movements, classified,
 * read and proved. The time for a page must not grow with the number of pages, and the memory is what the pages and
 * the movements themselves take.
 */
import { pagesToDocuments } from '../server/src/domain/extractions/read-package.ts'
import { readProvedBankStatement } from '../server/src/domain/extractions/read-bank.ts'
import { proofSummary } from '../server/src/domain/extractions/payload.ts'
import type { Page, Word } from '../server/src/engine/model/page.ts'
import type { BenchResult } from './result.ts'

const PAGES = 3000
const FEW_PAGES = 300
const ROWS_PER_PAGE = 34
const MEGABYTE = 1024 * 1024

export function run(): Promise<BenchResult> {
  measure(drawPages(FEW_PAGES))
  const few = measure(drawPages(FEW_PAGES))
  const before = process.memoryUsage().rss
  const pages = drawPages(PAGES)
  const drawn = process.memoryUsage().rss
  const all = measure(pages)
  if (all.movements !== PAGES * ROWS_PER_PAGE) throw new Error(`${all.movements} movements were read`)
  if (all.state !== 'proved') throw new Error(`the statement is ${all.state}`)
  return Promise.resolve({
    figures: {
      pages: PAGES,
      movements: all.movements,
      'classify, pages/s': Math.round(PAGES / all.classifySeconds),
      'extract + prove, pages/s': Math.round(PAGES / all.readSeconds),
      'pages in memory, MB': Math.round((drawn - before) / MEGABYTE),
      'peak of the process, MB': Math.round(all.peak / MEGABYTE),
    },
    ratioName: `time for a page of ${PAGES} over time for a page of ${FEW_PAGES}`,
    ratio: (all.classifySeconds + all.readSeconds) / PAGES / ((few.classifySeconds + few.readSeconds) / FEW_PAGES),
    bar: 'at most 1.5',
  })
}

function measure(pages: readonly Page[]): {
  classifySeconds: number
  readSeconds: number
  movements: number
  state: string
  peak: number
} {
  const started = performance.now()
  const documents = pagesToDocuments(pages)
  const cut = performance.now()
  const [document] = documents
  if (documents.length !== 1 || document?.class !== 'bank-statement')
    throw new Error(`cut into ${documents.length} documents, the first ${document?.class ?? 'none'}`)
  const { reading, proofs } = readProvedBankStatement(document.pages)
  const done = performance.now()
  return {
    classifySeconds: (cut - started) / 1000,
    readSeconds: (done - cut) / 1000,
    movements: reading.accounts.reduce((sum, account) => sum + account.transactions.length, 0),
    state: proofSummary(proofs).state,
    peak: process.memoryUsage().rss,
  }
}

/** Pages of one account over one year, all movements of a day on the pages of that day. */
function drawPages(count: number): Page[] {
  let balance = 5_000_000n
  const movements = count * ROWS_PER_PAGE
  const pages: Page[] = []
  for (let number = 1; number <= count; number += 1) {
    const lines: [string, number, number][] = [
      ['First Valley Bank', 40, 30],
      ['Account number: 1234567890', 380, 30],
      ['January 1, 2024 through December 31, 2024', 380, 44],
      [`Page ${number} of ${count}`, 500, 770],
      ['Date', 40, 70],
      ['Description', 110, 70],
      ['Withdrawals', 345, 70],
      ['Deposits', 432, 70],
      ['Balance', 521, 70],
    ]
    if (number === 1) lines.push(['Opening balance', 110, 88], amountAt('50,000.00', 88))
    for (let row = 0; row < ROWS_PER_PAGE; row += 1) {
      const index = (number - 1) * ROWS_PER_PAGE + row
      const amount =
        BigInt(((index * 7919) % 90_000) + 101) * (index % 3 === 0 ? 1n : -1n) + (index % 3 === 0 ? 90_000n : 0n)
      balance += amount
      const y = 106 + row * 18
      const day = new Date(Date.UTC(2024, 0, 1 + Math.floor((index * 365) / movements)))
      lines.push([day.toISOString().slice(5, 10).replace('-', '/'), 40, y], [`Movement ${index} of the year`, 110, y])
      const text = print(amount < 0n ? -amount : amount)
      lines.push([text, (amount < 0n ? 400 : 472) - text.length * 5, y], amountAt(print(balance), y))
    }
    if (number === count) lines.push(['Closing balance', 110, 730], amountAt(print(balance), 730))
    pages.push(toPage(number, lines))
  }
  return pages
}

function amountAt(text: string, y: number): [string, number, number] {
  return [text, 556 - text.length * 5, y]
}

function print(cents: bigint): string {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')}.${digits.slice(-2)}`
}

function toPage(number: number, lines: readonly [string, number, number][]): Page {
  const words = lines.flatMap(([text, x, y]): Word[] => {
    let at = x
    return text.split(' ').map((part) => {
      const left = at
      at += part.length * 5 + 3
      return { text: part, box: [left, y, left + part.length * 5, y + 9], font: 'Helvetica', size: 9, bold: false }
    })
  })
  return { number, width: 612, height: 792, kind: 'digital', words, rules: [], turned: 0, title: null, notes: [] }
}
