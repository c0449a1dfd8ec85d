/** Which encoding a text file has. Files from old programs carry no mark, so it is told from the bytes themselves. */
import type { InputFile } from '../input.ts'

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'windows-1250'

/** How much of a file is looked at: enough to meet the first accent of a bank's export. */
const SAMPLE_BYTES = 4 * 1024 * 1024
/** In UTF-16 about every second byte of western text is zero; anywhere else none is. */
const MIN_ZERO_SHARE = 0.3
/** Other control characters than tab, line feed, form feed, carriage return, escape and the old end-of-file mark. */
const MAX_CONTROL_SHARE = 0.01

export function encodingOf(input: InputFile): TextEncoding {
  const sample = input.slice(0, SAMPLE_BYTES)
  const marked = encodingByMark(sample) ?? encodingByZeros(sample)
  if (marked !== null) return marked
  if (isUtf8(sample)) return 'utf-8'
  return isCentralEuropean(sample) ? 'windows-1250' : 'windows-1252'
}

/**
 * The code pages of west and centre use the same bytes for different letters, so only words tell them apart: those
 * that exports from Prague, Warsaw and Budapest begin with, spelt with letters that the western page does not have.
 */
const CENTRAL_WORDS =
  /účt|částk|měn[aěuy]|zpráv[ay]? pro p|příj|księg|tytuł|płatn|odbiorc.*ę|uznań|obciąż|közlemény.*ő|értéknap|jóváírás.*ő/i
const WORD_SAMPLE_BYTES = 64 * 1024

function isCentralEuropean(sample: Uint8Array): boolean {
  return CENTRAL_WORDS.test(new TextDecoder('windows-1250').decode(sample.subarray(0, WORD_SAMPLE_BYTES)))
}

/** Whether the beginning of a file can be text in any of these encodings. */
export function looksLikeText(head: Uint8Array): boolean {
  if (encodingByMark(head) !== null || encodingByZeros(head) !== null) return true
  let controls = 0
  for (const byte of head) {
    if (byte === 0) return false
    if (byte < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d, 0x1a, 0x1b].includes(byte)) controls += 1
  }
  return controls <= head.length * MAX_CONTROL_SHARE
}

function encodingByMark(bytes: Uint8Array): TextEncoding | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return null
}

function encodingByZeros(bytes: Uint8Array): TextEncoding | null {
  const sample = bytes.subarray(0, 4096)
  const pairs = Math.floor(sample.length / 2)
  if (pairs < 4) return null
  let [even, odd] = [0, 0]
  for (let index = 0; index < pairs * 2; index += 1) {
    if (sample[index] !== 0) continue
    if (index % 2 === 0) even += 1
    else odd += 1
  }
  if (odd > MIN_ZERO_SHARE * pairs && even === 0) return 'utf-16le'
  if (even > MIN_ZERO_SHARE * pairs && odd === 0) return 'utf-16be'
  return null
}

/** The sample may end inside a character; the last three bytes are given the benefit of the doubt. */
function isUtf8(sample: Uint8Array): boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    decoder.decode(sample.subarray(0, Math.max(0, sample.length - 3)), { stream: true })
    return true
  } catch {
    return false
  }
}
