/**
 * What the reader's parent and child say to each other. The parent sends a task as a line of JSON; the child answers in
 * frames, of which `done` or `failed` is the last, and after `done` waits for another task. A page whose words must be
 * recognised travels as a scan, picture included, because the child may start no program and the recogniser is one.
 */
import { PageFormatError } from './page-codec.ts'
import type { Box } from './page.ts'
import type { DocumentType } from './reading.ts'

export type ReaderTask =
  | { readonly task: 'read'; readonly declared: DocumentType | null }
  | {
      readonly task: 'images'
      readonly declared: DocumentType | null
      readonly pages: readonly { readonly number: number; readonly turned: number }[]
      readonly dpi: number
    }

/** Kinds of frames, and what each carries. */
export const FRAME = {
  /** JSON: `type`, `pageCount`. */
  opened: 1,
  /** An encoded page. */
  page: 2,
  /** An encoded scan. */
  scan: 3,
  /** Four bytes of page number, then WebP. */
  image: 4,
  /** JSON: `pageCount`, `cpuMs`, `peakBytes`. */
  done: 5,
  /** JSON: `code`, `detail`. */
  failed: 6,
} as const

/** The largest frame: a picture of the most pixels that are drawn, with room for its header. */
export const MAX_FRAME_BYTES = 32 * 1024 * 1024

export interface Scan {
  /** The page without the words that are still to be found; encoded. */
  readonly page: string
  /** The gray picture, one byte to the pixel. */
  readonly pixels: Uint8Array
  readonly width: number
  readonly height: number
  readonly dpi: number
  /** Where on the page the picture's top left corner lies, in points. */
  readonly origin: readonly [x: number, y: number]
  /** Only words inside one of these count; null when all do. */
  readonly regions: readonly Box[] | null
}

/** The header's length, the header, the pixels: written one after the other, so that no copy is made. */
export function encodeScan(scan: Scan): readonly Uint8Array[] {
  const { pixels, ...rest } = scan
  const header = new TextEncoder().encode(JSON.stringify(rest))
  const length = new Uint8Array(4)
  new DataView(length.buffer).setUint32(0, header.length)
  return [length, header, pixels]
}

/** Trusts nothing, like the decoding of pages. */
export function decodeScan(payload: Uint8Array): Scan {
  if (payload.length < 4) throw new PageFormatError('a scan without a header')
  const headerLength = new DataView(payload.buffer, payload.byteOffset).getUint32(0)
  if (headerLength > payload.length - 4) throw new PageFormatError('a scan with half a header')
  let header: Partial<Record<keyof Scan, unknown>>
  try {
    header = JSON.parse(new TextDecoder().decode(payload.subarray(4, 4 + headerLength))) as typeof header
  } catch {
    throw new PageFormatError('the header of a scan is not JSON')
  }
  const { page, width, height, dpi, origin, regions } = header
  const pixels = payload.subarray(4 + headerLength)
  if (typeof page !== 'string' || !isSide(width) || !isSide(height) || width * height !== pixels.length)
    throw new PageFormatError('the picture of a scan is not of its stated size')
  if (typeof dpi !== 'number' || !(dpi > 0) || !isNumbers(origin, 2))
    throw new PageFormatError('a scan without a place')
  const isRegions = Array.isArray(regions) && regions.every((region) => isNumbers(region, 4))
  if (regions !== null && !isRegions) throw new PageFormatError('the regions of a scan are not boxes')
  return { page, pixels, width, height, dpi, origin: origin as [number, number], regions: regions as Box[] | null }
}

function isSide(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0
}

function isNumbers(value: unknown, length: number): boolean {
  return Array.isArray(value) && value.length === length && value.every((number) => Number.isFinite(number))
}
