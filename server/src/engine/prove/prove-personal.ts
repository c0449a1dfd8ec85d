/**
 * The checks of a personal financial statement: lines to their totals, assets less liabilities to the net worth, both
 * sides to each other, and the schedules to the lines of the face that they explain.
 */
import type { Proof } from '../model/extraction.ts'
import type { PersonalLine, PersonalPart, PersonalReading, PersonalSchedule, ScheduleRow } from '../model/personal.ts'
import { PERSONAL_PARTS } from '../model/personal.ts'
import { isGrandTotal, SCHEDULE_LINKS } from '../model/personal-captions.ts'
import type { Term } from './equation.ts'
import { coverage, equation, nothingToTest } from './equation.ts'
import { note } from './prove-statement.ts'

export function provePersonal(reading: PersonalReading): Proof[] {
  const sums = [
    ...PERSONAL_PARTS.flatMap((part) => partChecks(part, reading.parts[part])),
    ...netWorthChecks(reading),
    ...reading.schedules.flatMap((schedule, index) => scheduleChecks(schedule, index)),
    ...faceChecks(reading),
  ]
  const worth = sums.some((proof) => proof.name === 'net_worth') ? [] : [nothingToTest('net_worth')]
  return [...sums, ...worth, coverage(figureAddresses(reading), sums), conservationCheck(reading)]
}

/** Totals in print order. A group's total is of what is open above it; the part's is of the groups and what is open. */
function partChecks(part: PersonalPart, lines: readonly PersonalLine[]): Proof[] {
  const proofs: Proof[] = []
  let closed: Term[] = []
  let open: Term[] = []
  for (const [index, line] of lines.entries()) {
    const own = termOf(part, index, line)
    if (line.role === 'item') open.push(own)
    if (line.role !== 'total') continue
    const all = [...closed, ...open]
    const ofGroup = equation('lines_to_total', own, open)
    if (isGrandTotal(line.label, part) || ofGroup.state !== 'proved') {
      proofs.push(equation('lines_to_total', own, all))
      closed = [own]
    } else {
      proofs.push(ofGroup)
      closed = [...closed, own]
    }
    open = []
  }
  return proofs
}

function netWorthChecks({ parts }: PersonalReading): Proof[] {
  const assets = lastTotal(parts, 'assets')
  const debts = lastTotal(parts, 'liabilities') ?? onlyItem(parts)
  return PERSONAL_PARTS.flatMap((part) =>
    parts[part].flatMap((line, index) => {
      const own = termOf(part, index, line)
      if (line.role === 'net_worth')
        return [
          equation(
            'net_worth',
            assets === null ? null : own,
            assets === null ? [] : [assets],
            debts === null ? [] : [debts],
          ),
        ]
      if (line.role !== 'balance') return []
      const worth = parts[part].findIndex((other) => other.role === 'net_worth')
      const worthLine = parts[part][worth]
      return [
        ...(debts !== null && worthLine !== undefined
          ? [equation('liabilities_and_net_worth', own, [debts, termOf(part, worth, worthLine)])]
          : []),
        ...(assets === null ? [] : [equation('both_sides', own, [assets])]),
      ]
    }),
  )
}

function lastTotal(parts: PersonalReading['parts'], part: PersonalPart): Term | null {
  const at = parts[part].findLastIndex((line) => line.role === 'total' && isGrandTotal(line.label, part))
  const line = parts[part][at]
  return line === undefined ? null : termOf(part, at, line)
}

/** A single debt needs no total. */
function onlyItem(parts: PersonalReading['parts']): Term | null {
  const items = parts.liabilities.flatMap((line, index) => (line.role === 'item' ? [index] : []))
  const [only] = items
  const line = only === undefined ? undefined : parts.liabilities[only]
  return items.length === 1 && only !== undefined && line !== undefined ? termOf('liabilities', only, line) : null
}

/** The columns of a schedule to its own totals. */
function scheduleChecks(schedule: PersonalSchedule, index: number): Proof[] {
  const [total] = schedule.totals
  if (total === undefined) return []
  return schedule.columns.flatMap((head, column) => {
    const figure = total.cells[column]?.figure
    if (!figure) return []
    const at = schedule.rows.length
    const own = { address: cellAddress(index, at, column), label: `${total.label} ${head}`, value: figure.value }
    return [equation('schedule_to_total', own, columnTerms(schedule, index, column))]
  })
}

/** What a schedule comes to is what the face says, where the face has exactly one line that it can be. */
function faceChecks(reading: PersonalReading): Proof[] {
  return reading.schedules.flatMap((schedule, index) =>
    SCHEDULE_LINKS.filter((link) => link.title.test(schedule.title)).flatMap((link) => {
      const lines = reading.parts[link.part]
      const matching = lines.flatMap((line, at) => (line.role === 'item' && link.line.test(line.label) ? [at] : []))
      const [at] = matching
      const line = at === undefined ? undefined : lines[at]
      const terms = moneyTerms(schedule, index, link.money)
      if (matching.length !== 1 || at === undefined || line === undefined || terms.length === 0) return []
      return [equation('schedule_to_face', termOf(link.part, at, line), terms)]
    }),
  )
}

/** The first column, or the first row of a table with a column for each property, that holds the money asked for. */
function moneyTerms(schedule: PersonalSchedule, index: number, money: RegExp): Term[] {
  const column = schedule.columns.findIndex((head) => money.test(head))
  if (column >= 0) return columnTerms(schedule, index, column)
  const at = schedule.rows.findIndex((row) => money.test(row.label))
  const row = schedule.rows[at]
  return row === undefined ? [] : row.cells.flatMap((_, position) => cellTerm(row, index, at, position))
}

function columnTerms(schedule: PersonalSchedule, index: number, column: number): Term[] {
  return schedule.rows.flatMap((row, at) => cellTerm(row, index, at, column))
}

function cellTerm(row: ScheduleRow, schedule: number, at: number, column: number): Term[] {
  const figure = row.cells[column]?.figure
  return figure ? [{ address: cellAddress(schedule, at, column), label: row.label, value: figure.value }] : []
}

/** Totals are counted on behind the rows. */
function cellAddress(schedule: number, row: number, column: number): string {
  return `schedules.${schedule}.${row}.${column}`
}

function termOf(part: PersonalPart, index: number, line: PersonalLine): Term {
  return { address: `${part}.${index}`, label: line.label, value: line.figure.value }
}

function figureAddresses(reading: PersonalReading): string[] {
  return [
    ...PERSONAL_PARTS.flatMap((part) => reading.parts[part].map((_, index) => `${part}.${index}`)),
    ...reading.schedules.flatMap((schedule, index) =>
      [...schedule.rows, ...schedule.totals].flatMap((row, at) =>
        row.cells.flatMap((cell, column) => (cell?.figure ? [cellAddress(index, at, column)] : [])),
      ),
    ),
  ]
}

/** A caption without an amount was left blank on a page that states its own text; a recognised page may have lost it. */
function conservationCheck(reading: PersonalReading): Proof {
  const unplaced = reading.leftovers.filter((one) => one.reason === 'unplaced')
  const lost = reading.kind === 'ocr' ? reading.blank.length : 0
  const nameless = PERSONAL_PARTS.flatMap((part) => reading.parts[part].filter((line) => line.label === ''))
  return note(
    'conservation',
    reading.parts.assets.length > 0 && unplaced.length === 0 && lost === 0 && nameless.length === 0,
    [],
    [
      reading.parts.assets.length === 0 ? 'no assets were read' : null,
      unplaced.length > 0 ? `${unplaced.length} numbers have no place, the first is ${unplaced[0]?.text ?? ''}` : null,
      lost > 0 ? `${lost} captions bear no amount that was recognised` : null,
      nameless.length > 0 ? `${nameless.length} amounts have no caption` : null,
    ],
  )
}
