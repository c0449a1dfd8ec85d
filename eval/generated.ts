/** Generated statements: fresh ones for every seed, written to files, read by the real reader, scored. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import sharp from 'sharp'
import type { StatementClass } from '../server/src/engine/model/extraction.ts'
import type { Page } from '../server/src/engine/model/page.ts'
import type { Scored } from './eval-set.ts'
import { drawStatement } from './generator/draw.ts'
import { generate, truthOf, type Generated } from './generator/generate.ts'
import { Random } from './generator/random.ts'
import { degrade } from './generator/scan.ts'
import { statementToWorkbook } from './generator/workbook.ts'
import type { PageSource } from './pages.ts'
import { scorePages } from './statements.ts'
import type { Truth } from './truth.ts'

export interface GeneratedSet {
  /** Digital documents: of five, four PDFs and one workbook. */
  readonly count: number
  readonly scans: number
  readonly seed: number
}

const SEEDS_APART = 1_000_003
const SCAN_DPI = 200
const POINTS_PER_INCH = 72

export async function scoreGenerated(
  classes: readonly StatementClass[],
  set: GeneratedSet,
  source: PageSource,
): Promise<Scored[]> {
  const folder = mkdtempSync(`${tmpdir()}/tieout-eval-`)
  const scored: Scored[] = []
  try {
    for (let index = 0; index < set.count + set.scans; index += 1) {
      const of = classes[index % classes.length] as StatementClass
      const seed = set.seed * SEEDS_APART + index
      scored.push(
        await (index < set.count
          ? scoreDigital(of, seed, index % 5 === 4, folder, source)
          : scoreScan(of, seed, folder, source)),
      )
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return scored
}

async function scoreDigital(
  of: StatementClass,
  seed: number,
  workbook: boolean,
  folder: string,
  source: PageSource,
): Promise<Scored> {
  const document = generate(of, seed)
  if (workbook && canBeSheet(document)) {
    const path = `${folder}/${document.name}.xlsx`
    writeFileSync(path, await statementToWorkbook(document))
    return scoredAs(truthOf(document, null), path, await source.pagesOf(path), 'generated sheet')
  }
  const drawn = await drawStatement(document)
  const path = `${folder}/${document.name}.pdf`
  writeFileSync(path, drawn.bytes)
  return scoredAs(truthOf(document, drawn.places), path, await source.pagesOf(path), 'generated digital')
}

async function scoreScan(of: StatementClass, first: number, folder: string, source: PageSource): Promise<Scored> {
  for (let seed = first; ; seed += 7) {
    const document = generate(of, seed)
    const drawn = await drawStatement(document)
    // A picture file is one page.
    if (drawn.places.some((place) => place.page > 1) || document.style.size < 8) continue
    const pdf = `${folder}/${document.name}.pdf`
    writeFileSync(pdf, drawn.bytes)
    const [page] = await source.pagesOf(pdf)
    const picture = page && (await source.imageOf(pdf, page, SCAN_DPI))
    if (!picture) throw new Error(`no picture of ${document.name}`)
    const path = `${folder}/${document.name}.jpg`
    const scan = await degrade(picture, new Random(seed))
    writeFileSync(path, scan)
    const pages = await source.pagesOf(path)
    const truth = onScan(truthOf(document, drawn.places), drawn, await sharp(scan).metadata(), pages[0])
    return scoredAs(truth, path, pages, 'generated scanned')
  }
}

/** A sheet has cells of its own: what needs places on a page is left to the PDFs. */
function canBeSheet({ style, rows }: Generated): boolean {
  return (
    !style.sides &&
    !style.innerOuter &&
    style.notes === 'none' &&
    style.codes !== 'column' &&
    rows.every((row) =>
      row.cells.every((cell) => cell === null || !cell.endsWith('%') || row.numbers.some((n) => n !== null)),
    )
  )
}

interface Size {
  readonly width: number
  readonly height: number
}

/**
 * Where the true boxes stand on the page that the reader makes of a scan. Tilting made the paper larger on all sides, and
 * the reader turns it back about its middle: what is left is a shift to the middle of the larger paper, and its scale.
 */
function onScan(truth: Truth, drawn: Size, picture: Size, page: Size | undefined): Truth {
  const perPoint = SCAN_DPI / POINTS_PER_INCH
  const scale = (page?.width ?? picture.width) / picture.width
  const x = (at: number): number => (at * perPoint + (picture.width - drawn.width * perPoint) / 2) * scale
  const y = (at: number): number => (at * perPoint + (picture.height - drawn.height * perPoint) / 2) * scale
  return {
    ...truth,
    lines: truth.lines.map((line) => ({
      ...line,
      boxes: (line.boxes ?? []).map((box) => box && ([x(box[0]), y(box[1]), x(box[2]), y(box[3])] as const)),
    })),
  }
}

function scoredAs(truth: Truth, path: string, pages: readonly Page[], set: string): Scored {
  return { score: scorePages(truth, pages), path: null, pages, set }
}
