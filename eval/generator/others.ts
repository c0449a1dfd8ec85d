/**
 * Papers of a loan file that are none of the classes, and look like them: ledgers hold the captions of statements, cards
 * and brokers print movements as banks do, suppliers age what they are owed, lenders state principal and interest.
 */
import { writeXlsx } from 'hucre'
import type { DrawnColumn, DrawnRow } from './draw-table.ts'
import { drawTable } from './draw-table.ts'
import { Chance, KINDS, type Content } from './other-kinds.ts'
import { Random } from './random.ts'

export interface OtherPaper {
  readonly name: string
  readonly bytes: Uint8Array
  readonly extension: 'pdf' | 'xlsx'
}

export const OTHER_KINDS = Object.keys(KINDS)
const SHEET_SHARE = 0.3

export async function generateOther(seed: number): Promise<OtherPaper> {
  const random = new Random(seed * 31 + 7)
  const kind = OTHER_KINDS[seed % OTHER_KINDS.length] ?? ''
  const content = KINDS[kind]?.(new Chance(random))
  if (content === undefined) throw new Error(`no kind ${kind}`)
  const name = `other-${kind}-${seed}`
  if (content.sheet === true && random.chance(SHEET_SHARE))
    return { name, bytes: await toSheet(content), extension: 'xlsx' }
  const size = random.between(7, 10)
  const drawn = await drawTable({
    titles: content.titles,
    titleAlign: random.pick(['left', 'center']),
    columns: columnsOf(content),
    rows: content.rows.map((cells): DrawnRow => ({ cells, bold: /^total/i.test(cells[0] ?? '') })),
    footer: random.chance(0.3) ? 'Page 1 of 1' : null,
    font: random.pick(['Helvetica', 'Times-Roman', 'Courier']),
    size: content.heads.length > 5 ? Math.min(size, 8) : size,
    landscape: content.heads.length > 5,
    leading: 1.2,
    rowGap: random.pick([0.3, 0.8, 1.2]),
    repeatHeads: random.chance(0.5),
    ruledGrid: random.chance(0.3),
  })
  return { name, bytes: drawn.bytes, extension: 'pdf' }
}

/** Texts left, numbers right, the first column wider than the rest. */
function columnsOf({ heads, rows }: Content): DrawnColumn[] {
  const isNumber = (column: number): boolean =>
    rows.filter((row) => /\d/.test(row[column] ?? '') && !/[a-z]{3}/i.test(row[column] ?? '')).length * 2 > rows.length
  const widths = heads.map((_, column) => (isNumber(column) ? 1 : 1.8))
  const all = widths.reduce((sum, width) => sum + width, 0)
  return heads.map((head, column) => ({
    head:
      head.length > 12 && head.includes(' ')
        ? [head.slice(0, head.indexOf(' ')), head.slice(head.indexOf(' ') + 1)]
        : [head],
    align: isNumber(column) ? 'right' : 'left',
    width: (widths[column] ?? 1) / all,
  }))
}

function toSheet({ titles, heads, rows }: Content): Promise<Uint8Array> {
  const cell = (text: string | null): string | number | null =>
    text !== null && /^-?[\d,]+\.\d\d$/.test(text) ? Number(text.replaceAll(',', '')) : text
  return writeXlsx({
    sheets: [
      {
        name: 'Report',
        rows: [...titles.map((title) => [title]), [...heads], ...rows.map((row) => row.map(cell))],
        columns: heads.map((_, index) => ({ width: index === 0 ? 30 : 16 })),
      },
    ],
  })
}
