/**
 * A page as text: how it crosses from the reader's child to its parent and how it is kept. Words repeat their style
 * and every key of an object form would be repeated for every word, so words are written in columns: a third of the
 * size and of the time of the plain form. Decoding trusts nothing, because the writer may be a child that a hostile
 * file has taken over.
 */
import type { Box, FileOrigin, Page, PageKind, PageNote, PageNoteCode, Rule, Word } from './page.ts'

export class PageFormatError extends Error {
  override readonly name = 'PageFormatError'
}

type Style = readonly [font: string | null, size: number, bold: 0 | 1]

interface EncodedPage {
  readonly number: number
  readonly width: number
  readonly height: number
  readonly kind: PageKind
  readonly turned: number
  readonly title: string | null
  readonly notes: readonly PageNote[]
  readonly rules: readonly number[]
  readonly styles: readonly Style[]
  readonly texts: readonly string[]
  readonly boxes: readonly number[]
  /** Index into `styles`, word by word. */
  readonly styled: readonly number[]
  readonly fields: Readonly<Record<string, string>>
  readonly angles: Readonly<Record<string, number>>
  /** Column of the sheet, word by word; empty on anything but a sheet. */
  readonly columns: readonly number[]
  readonly origin: FileOrigin | null
}

const KINDS: readonly PageKind[] = ['digital', 'ocr', 'sheet']
const NOTE_CODES: readonly PageNoteCode[] = [
  'hidden_text',
  'text_layer_redone',
  'picture_text',
  'hidden_cells',
  'values_unformatted',
  'damaged',
]

/** Coordinates are kept to a hundredth of a point, far below what any printer or eye resolves. */
function hundredths(value: number): number {
  return Math.round(value * 100) / 100
}

export function encodePage(page: Page): string {
  const styles = new StyleColumn()
  const boxes: number[] = []
  const fields: Record<string, string> = {}
  const angles: Record<string, number> = {}
  const columns: number[] = []
  for (const [index, word] of page.words.entries()) {
    styles.add(word)
    const [x0, y0, x1, y1] = word.box
    boxes.push(hundredths(x0), hundredths(y0), hundredths(x1), hundredths(y1))
    if (word.field !== undefined) fields[index] = word.field
    if (word.angle !== undefined) angles[index] = hundredths(word.angle)
    if (word.column !== undefined) columns[index] = word.column
  }
  const encoded: EncodedPage = {
    number: page.number,
    width: hundredths(page.width),
    height: hundredths(page.height),
    kind: page.kind,
    turned: hundredths(page.turned),
    title: page.title,
    notes: page.notes,
    rules: page.rules.flatMap((rule) => rule.box.map(hundredths)),
    styles: styles.styles,
    texts: page.words.map((word) => word.text),
    boxes,
    styled: styles.styled,
    fields,
    angles,
    columns,
    origin: page.origin ?? null,
  }
  return JSON.stringify(encoded)
}

/** The style of every word by its number. A word mostly has that of the word before it, which is compared first. */
class StyleColumn {
  readonly styles: Style[] = []
  readonly styled: number[] = []
  readonly #numbers = new Map<string, number>()
  #last: { readonly word: Word; readonly number: number } | null = null

  add(word: Word): void {
    const last = this.#last
    const isSame = last !== null && isOneStyle(last.word, word)
    const number = isSame ? last.number : this.#numberOf(word)
    if (!isSame) this.#last = { word, number }
    this.styled.push(number)
  }

  #numberOf({ font, size, bold }: Word): number {
    const rounded = hundredths(size)
    const key = `${font ?? ''}\n${rounded}\n${bold}`
    let number = this.#numbers.get(key)
    if (number === undefined) {
      number = this.styles.push([font, rounded, bold ? 1 : 0]) - 1
      this.#numbers.set(key, number)
    }
    return number
  }
}

function isOneStyle(one: Word, other: Word): boolean {
  return one.font === other.font && one.size === other.size && one.bold === other.bold
}

export function decodePage(text: string): Page {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new PageFormatError('a page is not JSON')
  }
  const encoded = objectOf(value, 'page')
  const kind = encoded['kind']
  if (!KINDS.includes(kind as PageKind)) throw new PageFormatError('unknown kind of page')
  const title = encoded['title']
  const origin = encoded['origin'] ?? null
  if (title !== null && typeof title !== 'string') throw new PageFormatError('title is not text')
  return {
    number: numberOf(encoded['number'], 'number'),
    width: numberOf(encoded['width'], 'width'),
    height: numberOf(encoded['height'], 'height'),
    kind: kind as PageKind,
    turned: numberOf(encoded['turned'], 'turned'),
    title,
    notes: listOf(encoded['notes'], 'notes').map(noteOf),
    rules: boxesOf(encoded['rules'], 'rules').map((box): Rule => ({ box })),
    words: wordsOf(encoded),
    ...(origin === null ? {} : { origin: originOf(origin) }),
  }
}

function wordsOf(encoded: Record<string, unknown>): Word[] {
  const texts = listOf(encoded['texts'], 'texts')
  const boxes = boxesOf(encoded['boxes'], 'boxes')
  const styled = listOf(encoded['styled'], 'styled')
  const styles = listOf(encoded['styles'], 'styles').map(styleOf)
  const fields = objectOf(encoded['fields'], 'fields')
  const angles = objectOf(encoded['angles'], 'angles')
  const columns = listOf(encoded['columns'] ?? [], 'columns')
  if (boxes.length !== texts.length || styled.length !== texts.length)
    throw new PageFormatError('columns differ in length')
  return texts.map((text, index) => {
    const box = boxes[index]
    const style = styles[numberOf(styled[index], 'style')]
    if (typeof text !== 'string' || box === undefined || style === undefined) throw new PageFormatError('broken word')
    const field = fields[index]
    const angle = angles[index]
    const column = columns[index] ?? null
    if (field !== undefined && typeof field !== 'string') throw new PageFormatError('broken field name')
    const { font, size, bold } = style
    const word: Word = { text, box, font, size, bold }
    if (field === undefined && angle === undefined && column === null) return word
    return {
      ...word,
      ...(field === undefined ? {} : { field }),
      ...(angle === undefined ? {} : { angle: numberOf(angle, 'angle') }),
      ...(column === null ? {} : { column: numberOf(column, 'column') }),
    }
  })
}

function styleOf(value: unknown): Pick<Word, 'font' | 'size' | 'bold'> {
  const [font, size, bold] = listOf(value, 'style')
  if (font !== null && typeof font !== 'string') throw new PageFormatError('font is not text')
  return { font, size: numberOf(size, 'size'), bold: bold === 1 }
}

function originOf(value: unknown): FileOrigin {
  const { producer, creator, created, modified, updates } = objectOf(value, 'origin')
  const textOf = (text: unknown): string | null => {
    if (text !== null && typeof text !== 'string') throw new PageFormatError('origin is not text')
    return text
  }
  return {
    producer: textOf(producer),
    creator: textOf(creator),
    created: textOf(created),
    modified: textOf(modified),
    updates: numberOf(updates, 'updates'),
  }
}

function noteOf(value: unknown): PageNote {
  const { code, count } = objectOf(value, 'note')
  if (!NOTE_CODES.includes(code as PageNoteCode)) throw new PageFormatError('unknown note')
  return { code: code as PageNoteCode, count: numberOf(count, 'count') }
}

function boxesOf(value: unknown, name: string): Box[] {
  const flat = listOf(value, name)
  if (flat.length % 4 !== 0) throw new PageFormatError(`${name} holds a part of a box`)
  const boxes: Box[] = []
  for (let at = 0; at < flat.length; at += 4) {
    const [x0, y0, x1, y1] = [flat[at], flat[at + 1], flat[at + 2], flat[at + 3]]
    boxes.push([numberOf(x0, name), numberOf(y0, name), numberOf(x1, name), numberOf(y1, name)])
  }
  return boxes
}

function objectOf(value: unknown, name: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new PageFormatError(`${name} is not an object`)
  return value as Record<string, unknown>
}

function listOf(value: unknown, name: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new PageFormatError(`${name} is not a list`)
  return value
}

function numberOf(value: unknown, name: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new PageFormatError(`${name} is not a number`)
  return value
}
