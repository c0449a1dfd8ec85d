/** Comma-separated values, as banks and accounting programs really write them. */
import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import type { InputFile } from '../input.ts'
import { delimiterOf, quotesAreSound, type Delimiter } from './csv-dialect.ts'
import { Grid, type GridCell, type SheetPages } from './grid.ts'
import { encodingOf, type TextEncoding } from './text-encoding.ts'

const CHUNK_BYTES = 256 * 1024
const SAMPLE_LETTERS = 64 * 1024
/** A longer row is no row, and would be held in memory whole. */
const MAX_RECORD_LETTERS = 1024 * 1024
/** A first line such as `sep=;` is an instruction to Excel, not a row. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/i
/** A figure: digits with signs, separators, currency or percent, and nothing else. */
const FIGURE = /^[-+(]?\s*[$€£¥]?\s*[-+(]?\d[\d.,' ]*\)?\s*[%$€£¥]?\s*[-)]?$/

export async function readCsv(input: InputFile, pages: SheetPages): Promise<void> {
  const encoding = encodingOf(input)
  const sample = firstLetters(input, encoding)
  const stated = SEPARATOR_LINE.exec(sample)
  const delimiter = (stated?.[1] as Delimiter | undefined) ?? delimiterOf(sample)
  const parser = Readable.from(letters(input, encoding)).pipe(
    parse({
      delimiter,
      quote: quotesAreSound(letters(input, encoding)) ? '"' : null,
      relax_quotes: true,
      relax_column_count: true,
      from_line: stated === null ? 1 : 2,
      max_record_size: MAX_RECORD_LETTERS,
    }),
  )
  const grid = new Grid(pages, { title: null, columnWidths: null })
  let index = 0
  for await (const record of parser as AsyncIterable<string[]>) {
    grid.add({ index, cells: record.flatMap(cellOf) })
    index += 1
  }
  grid.finish()
}

function cellOf(value: string, column: number): GridCell[] {
  const text = value.trim()
  if (text === '') return []
  return [{ column, text, align: FIGURE.test(text) ? 'right' : 'left' }]
}

/** The file's text, a piece at a time; a byte that is wrong in its encoding becomes a replacement mark. */
function* letters(input: InputFile, encoding: TextEncoding): Generator<string> {
  const decoder = new TextDecoder(encoding)
  for (let at = 0; at < input.size; at += CHUNK_BYTES) {
    const text = decoder.decode(input.slice(at, CHUNK_BYTES), { stream: true })
    // A NUL inside a text is an artefact of a broken export; nothing shows it.
    if (text !== '') yield text.replaceAll('\0', '')
  }
  yield decoder.decode()
}

function firstLetters(input: InputFile, encoding: TextEncoding): string {
  let text = ''
  for (const piece of letters(input, encoding)) {
    text += piece
    if (text.length >= SAMPLE_LETTERS) break
  }
  return text.slice(0, SAMPLE_LETTERS)
}
