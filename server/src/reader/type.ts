/**
 * What a file is, by its bytes. A file that could be two things at once is what its first bytes say; names and stated
 * types decide nothing.
 */
import { MAX_DOCUMENT_BYTES, type DocumentType } from '../engine/model/reading.ts'
import { ReadFailure } from './failure.ts'
import type { InputFile } from './input.ts'
import { looksLikeText } from './sheet/text-encoding.ts'
import { isWorkbookArchive } from './sheet/zip-directory.ts'

/** A PDF may begin with other bytes, mail headers for instance, but not with many. */
const PDF_HEADER_WITHIN = 1024
const HEAD_BYTES = 4096
const SEARCH_BYTES = 1024 * 1024

const MAGIC: readonly { readonly bytes: readonly number[]; readonly type: DocumentType | 'zip' | 'ole' }[] = [
  { bytes: [0x25, 0x50, 0x44, 0x46, 0x2d], type: 'pdf' },
  { bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], type: 'png' },
  { bytes: [0xff, 0xd8, 0xff], type: 'jpeg' },
  { bytes: [0x49, 0x49, 0x2a, 0x00], type: 'tiff' },
  { bytes: [0x4d, 0x4d, 0x00, 0x2a], type: 'tiff' },
  { bytes: [0x50, 0x4b, 0x03, 0x04], type: 'zip' },
  { bytes: [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], type: 'ole' },
]

/** Texts that are not tables: markup, rich text, PostScript. */
const OTHER_TEXT = /^\s*(<|\{\\rtf|%!PS)/i

/** The type of the file; throws the documented failure when it is none that can be read. */
export function typeOf(input: InputFile, declared: DocumentType | null): DocumentType {
  if (input.size === 0) throw new ReadFailure('empty', 'the file has no bytes')
  if (input.size > MAX_DOCUMENT_BYTES) throw new ReadFailure('unsupported', `the file has ${input.size} bytes`)
  const found = typeByBytes(input)
  if (declared !== null && !agrees(declared, found))
    throw new ReadFailure('type_mismatch', `declared as ${declared}, but it is ${found}`)
  return found
}

/** What Windows calls an Excel file may be any table: browsers there declare CSV and XLSX as `application/vnd.ms-excel`. */
function agrees(declared: DocumentType, found: DocumentType): boolean {
  return declared === found || (declared === 'xls' && (found === 'xlsx' || found === 'csv'))
}

function typeByBytes(input: InputFile): DocumentType {
  const head = input.slice(0, HEAD_BYTES)
  const magic = MAGIC.find(({ bytes }) => bytes.every((byte, index) => head[index] === byte))
  if (magic?.type === 'zip') {
    if (isWorkbookArchive(input)) return 'xlsx'
    throw new ReadFailure('unsupported', 'an archive that holds no workbook')
  }
  if (magic?.type === 'ole') return oleType(input)
  if (magic !== undefined) return magic.type
  if (Buffer.from(head.subarray(0, PDF_HEADER_WITHIN)).includes('%PDF-')) return 'pdf'
  if (looksLikeText(head) && !OTHER_TEXT.test(Buffer.from(head).toString('latin1'))) return 'csv'
  throw new ReadFailure('unsupported', 'no file type that is read')
}

/** Old Office files and encrypted new ones share a container; the names of its streams tell them apart. */
function oleType(input: InputFile): DocumentType {
  if (contains(input, 'EncryptedPackage')) throw new ReadFailure('encrypted', 'a workbook with a password')
  if (contains(input, 'Workbook') || contains(input, 'Book')) return 'xls'
  throw new ReadFailure('unsupported', 'an Office file that is no workbook')
}

/** Whether the container has a stream of this name: names are kept in UTF-16 and end with a zero. */
function contains(input: InputFile, name: string): boolean {
  const wanted = Buffer.from(`${name}\0`, 'utf16le')
  for (let at = 0; at < input.size; at += SEARCH_BYTES - wanted.length) {
    if (Buffer.from(input.slice(at, SEARCH_BYTES)).includes(wanted)) return true
  }
  return false
}
