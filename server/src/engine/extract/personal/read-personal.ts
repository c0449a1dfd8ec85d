/**
 * Personal financial statements: SBA Form 413, the forms of banks, and what accountants write freely. A face with what
 * somebody owns and owes, often side by side, and schedules behind it.
 */
import { findDates, isoDate } from '../../layout/dates.ts'
import type { DateOrder } from '../../layout/dates.ts'
import type { CellRow } from '../../layout/cell-rows.ts'
import { pageToCellRows } from '../../layout/cell-rows.ts'
import { isArtefactRow } from '../../layout/artefacts.ts'
import { periodEndOf } from '../../layout/period-heading.ts'
import type { Row } from '../../layout/rows.ts'
import { pageToRows, rowText } from '../../layout/rows.ts'
import type { Leftover } from '../../model/extraction.ts'
import type { Page } from '../../model/page.ts'
import type { PersonalLine, PersonalPart, PersonalReading } from '../../model/personal.ts'
import { cellToLeftover, isLooseAmount } from '../cells.ts'
import { readReportHeader } from '../statement/report-header.ts'
import type { Block } from './blocks.ts'
import { rowsToBlocks } from './blocks.ts'
import type { FaceLines } from './face.ts'
import { readFace } from './face.ts'
import { readSchedule } from './schedules.ts'

/** Of the form itself, and of nobody's affairs. */
const FORM_DATE = /\b(?:omb|expir\w*|rev(?:ised|\.)?|edition|form \d+|printed)\b/i
const STATES_DATE = /\bas (?:of|at)\b|\bdate\b/i

export function readPersonalStatement(pages: readonly Page[]): PersonalReading {
  const blocks = rowsToBlocks(pages.flatMap((page) => pageToCellRows(page)))
  const faces = blocks.flatMap((block) => (block.kind === 'parts' ? [readFace(block)] : []))
  const schedules = blocks.flatMap((block) => (block.kind === 'schedule' ? [readSchedule(block, pages)] : []))
  const header = readReportHeader(pages, [headRows(pages, blocks)])
  return {
    kind: pages.find((page) => page.kind === 'ocr')?.kind ?? pages[0]?.kind ?? 'digital',
    pages: [...new Set(pages.map((page) => page.number))],
    currency: header.currency,
    scale: header.scale,
    asOf: dayOf(pages, header),
    parts: partsOf(faces),
    schedules: schedules.flatMap((one) => one.schedule ?? []),
    blank: faces.flatMap((face) => face.blank),
    leftovers: [
      ...faces.flatMap((face) => face.leftovers),
      ...schedules.flatMap((one) => one.leftovers),
      ...blocks.flatMap((block) => (block.kind === 'outside' ? block.rows.flatMap(outside) : [])),
    ],
  }
}

function partsOf(faces: readonly FaceLines[]): PersonalReading['parts'] {
  const of = (part: PersonalPart): PersonalLine[] =>
    faces.flatMap((face) => face.lines.flatMap((one) => (one.part === part ? [one.line] : [])))
  return {
    assets: of('assets'),
    liabilities: of('liabilities'),
    income: of('income'),
    expenses: of('expenses'),
    contingent_liabilities: of('contingent_liabilities'),
  }
}

/** The rows of the first page above its first heading. */
function headRows(pages: readonly Page[], blocks: readonly Block[]): Row[] {
  const [first] = pages
  if (first === undefined) return []
  const heading = blocks.find((block) => block.kind !== 'outside')
  const top = heading?.kind === 'parts' ? heading.rows[0]?.box[1] : undefined
  return pageToRows(first).filter((row) => row.box[1] < (top ?? Infinity) && !FORM_DATE.test(rowText(row)))
}

/** The day that a row says it stands for; else what the head of the report says. */
function dayOf(pages: readonly Page[], header: ReturnType<typeof readReportHeader>): PersonalReading['asOf'] {
  for (const page of pages)
    for (const row of pageToRows(page)) {
      const text = rowText(row)
      if (!STATES_DATE.test(text) || FORM_DATE.test(text)) continue
      const date = wholeDate(text, header.dateOrder)
      if (date !== null) return { date, source: { page: row.page, box: row.box, text } }
    }
  const date = header.period === null ? null : periodEndOf(header.period.heading)
  return header.period === null || date === null ? null : { date, source: header.period.source }
}

function wholeDate(text: string, order: DateOrder): string | null {
  const found = findDates(text, order).find(({ year, month, day }) => year !== null && month !== null && day !== null)
  return found?.year && found.month && found.day ? isoDate(found.year, found.month, found.day) : null
}

/** Amounts in the head, in free texts, below the signature. */
function outside(row: CellRow): Leftover[] {
  if (isArtefactRow(row.cells.map((cell) => cell.text).join(' '))) return []
  return row.cells.filter(isLooseAmount).map((cell) => cellToLeftover(cell, 'outside', null))
}
