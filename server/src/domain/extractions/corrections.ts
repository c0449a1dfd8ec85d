/**
 * A person's corrections of any payload. What was printed, its page and its box stay as they were read: the page still
 * says what it says, and the payload lists what was changed from what. Everything that follows from a changed figure
 * (what repeats it, what sums it, every check) is made anew by the class, from the payload alone.
 */
import { readAmountWord } from '../../engine/layout/amount-word.ts'
import type { Figure, Spot } from '../../engine/model/extraction.ts'
import { centsOf, parseCents } from '../../lib/money.ts'
import { Problem } from '../../lib/problem.ts'
import type { TextSource } from './payload-parts.ts'
import type { CorrectionWire, ExtractionPayload, FigureSource } from './payload.ts'

/** What a person says that a document says: another value of a figure, another caption or another day of a row. */
export type Correction =
  | { readonly address: string; readonly value: string; readonly label?: undefined; readonly date?: undefined }
  | { readonly address: string; readonly label: string; readonly value?: undefined; readonly date?: undefined }
  | { readonly address: string; readonly date: string; readonly value?: undefined; readonly label?: undefined }

/** A correction that is of no amount: another caption of a line, another day of a movement. */
export type Rewording = Exclude<Correction, { readonly value: string }>

export interface Reworded<Payload> {
  readonly payload: Payload
  readonly from: string | null
}

/** What a class knows of its own payload. */
export interface Correctable<Payload extends ExtractionPayload> {
  /** The members that hold its figures, each under its address. */
  readonly figuresIn: readonly (keyof Payload)[]
  /** Null where nothing of the kind stands at the address. */
  readonly reword: (payload: Payload, rewording: Rewording) => Reworded<Payload> | null
  /** The payload with all that follows from its figures. */
  readonly settle: (payload: Payload) => Payload
}

export function correctWith<Payload extends ExtractionPayload>(
  correctable: Correctable<Payload>,
  payload: Payload,
  corrections: readonly Correction[],
): Payload {
  const values = new Map<string, string>()
  const made: CorrectionWire[] = []
  let corrected = payload
  for (const correction of corrections) {
    const { address } = correction
    if (correction.value !== undefined) {
      if (values.has(address)) throw refused(`${address} is corrected twice`)
      values.set(address, correction.value)
      continue
    }
    const reworded = correctable.reword(corrected, correction)
    if (reworded === null) throw refused(`nothing of the kind is printed at ${address}`)
    corrected = reworded.payload
    const [member, to] =
      correction.label === undefined ? (['date', correction.date] as const) : (['label', correction.label] as const)
    made.push({ address, member, from: reworded.from, to })
  }
  const { parts, from } = withValues(correctable, corrected, values)
  for (const [address, to] of values) {
    const was = from.get(address)
    if (was === undefined) throw refused(`no amount is printed at ${address}`)
    made.push({ address, member: 'value', from: was, to })
  }
  return correctable.settle({ ...corrected, ...parts, corrections: [...payload.corrections, ...made] })
}

function refused(why: string): Problem {
  return new Problem('validation_failed', { message: `corrections: ${why}.` })
}

/** The members with these figures changed, and what the figures were. */
function withValues<Payload extends ExtractionPayload>(
  { figuresIn }: Correctable<Payload>,
  payload: Payload,
  values: ReadonlyMap<string, string>,
): { parts: Partial<Payload>; from: Map<string, string> } {
  const from = new Map<string, string>()
  const parts: Partial<Payload> = {}
  if (values.size === 0) return { parts, from }
  for (const member of figuresIn) parts[member] = changed(payload[member], values, from) as Payload[typeof member]
  return { parts, from }
}

/** A figure may stand in several places of a payload; its address is one. Parts without change stay the same objects. */
function changed(part: unknown, values: ReadonlyMap<string, string>, from: Map<string, string>): unknown {
  if (typeof part !== 'object' || part === null) return part
  if (Array.isArray(part)) {
    const items: unknown[] = part.map((item) => changed(item, values, from))
    return items.every((item, index) => item === part[index]) ? part : items
  }
  if (isFigure(part)) {
    const value = values.get(part.address)
    if (value === undefined) return part
    from.set(part.address, part.value)
    return { ...part, value }
  }
  const own = part as Readonly<Record<string, unknown>>
  let copy: Record<string, unknown> | null = null
  for (const name of Object.keys(own)) {
    const member = changed(own[name], values, from)
    if (member !== own[name]) copy = { ...(copy ?? own), [name]: member }
  }
  return copy ?? part
}

function isFigure(part: object): part is FigureSource {
  return 'address' in part && 'value' in part
}

/** A row of a list by its address, `lines.12`, and the list with that row changed. */
export function rowAt<Row>(
  rows: readonly Row[],
  name: string,
  address: string,
): { readonly row: Row; readonly with: (row: Row) => Row[] } | null {
  const [, digits] = address.startsWith(`${name}.`) ? (/^(\d{1,6})$/.exec(address.slice(name.length + 1)) ?? []) : []
  const index = Number(digits)
  const row = digits === undefined ? undefined : rows[index]
  return row === undefined ? null : { row, with: (other) => rows.with(index, other) }
}

/** A figure as the checks want it. A corrected value may have cents where the page prints none. */
export function restoredFigure(source: FigureSource): Figure {
  const value = parseCents(source.value) ?? centsOf(0n)
  const decimals = value % 100n === 0n ? (readAmountWord(source.text)?.decimals ?? 0) : 2
  return { value, decimals, page: source.page, box: source.box, text: source.text }
}

export function restoredFigureOrNull(source: FigureSource | null): Figure | null {
  return source && restoredFigure(source)
}

/** A cell of a table: an amount, or a text. */
export function restoredCell(cell: FigureSource | TextSource | null): (Spot & { figure: Figure | null }) | null {
  if (cell === null) return null
  const { page, box, text } = cell
  return { page, box, text, figure: 'value' in cell ? restoredFigure(cell) : null }
}

/** The date on which a whole document stands; its first period says where that is printed. */
export function restoredInstant(payload: ExtractionPayload & { readonly as_of: string | null }) {
  const { as_of: date, periods } = payload
  return date === null ? null : { date, source: periods[0]?.source ?? placeless(date) }
}

/** Where a payload does not say where a text stands: no check looks there. */
export function placeless(text: string): Spot {
  return { page: 0, box: [0, 0, 0, 0], text }
}
