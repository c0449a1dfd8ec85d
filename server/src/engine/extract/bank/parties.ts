/** Who holds the account and which bank keeps it, where the first page says so. */
import type { Row } from '../../layout/rows.ts'
import { pageToRows } from '../../layout/rows.ts'
import type { Page, Word } from '../../model/page.ts'

const HOLDER_CAPTION =
  /^(?:account (?:name|holder|owner|title)|name|customer name|holder|rekeninghouder|kontoinhaber|titular)\W*(.*)$/i
const BANK =
  /\b(?:bank|banc|banque|banco|credit union|savings|trust|building society|sparkasse|kasse|raiffeisen|volksbank|financial)\b/i
const NO_BANK =
  /\b(?:statement|account|banking|online|mobile|member|your|with|information|visit|call|checking|example|bank giro)\b|[.?!]\s|\d{3,}|www|@/i
const ADDRESS =
  /^(?:p\.?\s?o\.?\s?box|\d+[a-z]?\b.*\p{L}{2,}|any (?:street|town))|\b(?:street|road|ave(?:nue)?|lane|drive|blvd|suite|straat|gracht|strasse|straße|st\.|rd\.|dr\.)\b/iu
const NAME = /^(?:(?:mr|mrs|ms|dr|miss)\.?\s)?\p{Lu}[\p{L}.'’&-]*(?:,?\s\p{L}[\p{L}.'’&-]*){0,6}\.?$/u
const CAPTION = /\b(?:account|number|information|statement|date|page|balance|currency)\b/i
/** Runs of words further apart than this, in letter heights, are different things. */
const RUN_GAP = 2
const TOP_SHARE = 0.45

export function readParties(pages: readonly Page[]): { holder: string | null; bank: string | null } {
  const [first] = pages
  if (first === undefined || first.kind === 'sheet') return { holder: null, bank: null }
  const rows = pageToRows(first)
  const runs = rows.map(runsOf)
  return { holder: captionedHolder(runs) ?? addressedHolder(runs, rows, first.height), bank: bankIn(runs) }
}

function runsOf(row: Row): { text: string; left: number }[] {
  const runs: Word[][] = []
  for (const word of row.words) {
    const last = runs.at(-1)?.at(-1)
    if (last && word.box[0] - last.box[2] < RUN_GAP * word.size) runs.at(-1)?.push(word)
    else runs.push([word])
  }
  return runs.map((words) => ({ text: words.map((word) => word.text).join(' '), left: words[0]?.box[0] ?? 0 }))
}

type Runs = ReturnType<typeof runsOf>

function captionedHolder(rows: readonly Runs[]): string | null {
  for (const [index, runs] of rows.entries())
    for (const [position, run] of runs.entries()) {
      const match = HOLDER_CAPTION.exec(run.text)
      if (!match) continue
      const below = rows[index + 1]?.find((other) => Math.abs(other.left - run.left) < 6)?.text
      for (const text of [match[1], runs[position + 1]?.text, below])
        if (text !== undefined && text !== '' && NAME.test(text) && !CAPTION.test(text)) return text
    }
  return null
}

/** The name in a window envelope: the line over an address. */
function addressedHolder(rows: readonly Runs[], printed: readonly Row[], height: number): string | null {
  for (const [index, runs] of rows.entries()) {
    if ((printed[index]?.box[1] ?? 0) > TOP_SHARE * height) break
    for (const run of runs) {
      const below = rows[index + 1]?.find((other) => Math.abs(other.left - run.left) < 6)
      if (below && ADDRESS.test(below.text) && NAME.test(run.text) && !BANK.test(run.text) && !ADDRESS.test(run.text))
        return run.text
    }
  }
  return null
}

function bankIn(rows: readonly Runs[]): string | null {
  for (const runs of rows)
    for (const { text } of runs) if (text.length < 50 && BANK.test(text) && !NO_BANK.test(text)) return text
  return null
}
