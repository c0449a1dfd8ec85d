/** What a PDF says of its own making: the programs and times in its information, and how often it was added to. */
import type { FileOrigin } from '../../engine/model/page.ts'
import type { InputFile } from '../input.ts'
import type { Pdfium } from './pdfium.ts'

const END_MARK = Buffer.from('%%EOF', 'latin1')
const LINEARIZED = Buffer.from('/Linearized', 'latin1')
const HEAD_BYTES = 1024
const CHUNK_BYTES = 1024 * 1024
/** Names of programs are short; anything longer is cut. */
const MAX_LETTERS = 120

export function readOrigin(pdfium: Pdfium, document: number, input: InputFile): FileOrigin {
  const textOf = (tag: string): string | null => {
    const text = pdfium.withText(tag, (name) =>
      pdfium.utf16((buffer, bytes) => pdfium.call.FPDF_GetMetaText(document, name, buffer, bytes)),
    )
    return text.trim() === '' ? null : text.trim().slice(0, MAX_LETTERS)
  }
  return {
    producer: textOf('Producer'),
    creator: textOf('Creator'),
    created: timeOf(textOf('CreationDate')),
    modified: timeOf(textOf('ModDate')),
    updates: countUpdates(input),
  }
}

/** `D:20240131120000+01'00'`; the zone is left out, because half of all programs state the wrong one. */
function timeOf(text: string | null): string | null {
  const match = /^D?:?(\d{4})(\d\d)(\d\d)(\d\d)?(\d\d)?(\d\d)?/.exec(text ?? '')
  if (!match) return null
  const [, year, month, day, hour = '00', minute = '00', second = '00'] = match
  return `${year}-${month}-${day}T${hour}:${minute}:${second}`
}

/** Every part of the file ends on a mark of its own; one written for the web has two parts from the start. */
function countUpdates(input: InputFile): number {
  let marks = 0
  const overlap = END_MARK.length - 1
  for (let at = 0; at < input.size; at += CHUNK_BYTES) {
    const chunk = Buffer.from(input.slice(at, CHUNK_BYTES + overlap))
    for (let found = chunk.indexOf(END_MARK); found >= 0; found = chunk.indexOf(END_MARK, found + 1)) marks += 1
  }
  const isLinearized = Buffer.from(input.slice(0, HEAD_BYTES)).includes(LINEARIZED)
  return Math.max(0, marks - (isLinearized ? 2 : 1))
}
