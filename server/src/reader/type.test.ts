import assert from 'node:assert/strict'
import { test } from 'node:test'
import { write, utils } from '@e965/xlsx'
import { writeXlsx } from 'hucre'
import sharp from 'sharp'
import type { DocumentType, ReadFailureCode } from '../engine/model/reading.ts'
import { withInput } from '../../test/support/documents/input.ts'
import { onePage } from '../../test/support/documents/pdf.ts'
import { zipOf } from '../../test/support/documents/zip.ts'
import { ReadFailure } from './failure.ts'
import { typeOf } from './type.ts'

const pixel = sharp({ create: { width: 2, height: 2, channels: 3, background: '#fff' } })
const pdf = onePage('')
const xlsx = await writeXlsx({ sheets: [{ name: 'S', rows: [['a']] }] })
const locked = await writeXlsx({
  sheets: [{ name: 'S', rows: [['a']] }],
  encryption: { password: 'p', spinCount: 1000 },
})
const book = utils.book_new()
utils.book_append_sheet(book, utils.aoa_to_sheet([['a']]), 'S')
const xls = new Uint8Array(write(book, { type: 'array', bookType: 'biff8' }) as ArrayBuffer)

interface Case {
  readonly what: string
  readonly bytes: Uint8Array
  readonly declared?: DocumentType
  readonly expected: DocumentType | ReadFailureCode
}

const CASES: readonly Case[] = [
  { what: 'a PDF', bytes: pdf, expected: 'pdf' },
  { what: 'a PDF behind mail headers', bytes: Buffer.concat([Buffer.from('Subject: x\n\n'), pdf]), expected: 'pdf' },
  { what: 'a PNG', bytes: await pixel.png().toBuffer(), expected: 'png' },
  { what: 'a JPEG', bytes: await pixel.jpeg().toBuffer(), expected: 'jpeg' },
  { what: 'a TIFF', bytes: await pixel.tiff().toBuffer(), expected: 'tiff' },
  { what: 'an XLSX', bytes: xlsx, expected: 'xlsx' },
  { what: 'an XLS', bytes: xls, expected: 'xls' },
  { what: 'a CSV', bytes: Buffer.from('a,b\n1,2\n'), expected: 'csv' },
  { what: 'no bytes', bytes: new Uint8Array(), expected: 'empty' },
  { what: 'a WebP', bytes: await pixel.webp().toBuffer(), expected: 'unsupported' },
  { what: 'a page of HTML', bytes: Buffer.from('<html><table>'), expected: 'unsupported' },
  {
    what: 'a zip without a workbook',
    bytes: zipOf([{ name: 'a.txt', data: Buffer.from('a') }]),
    expected: 'unsupported',
  },
  { what: 'a zip without a table of contents', bytes: xlsx.subarray(0, 200), expected: 'unreadable' },
  { what: 'a program', bytes: Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 0, 1]), expected: 'unsupported' },
  { what: 'a workbook with a password', bytes: locked, expected: 'encrypted' },
  { what: 'a PDF declared as PNG', bytes: pdf, declared: 'png', expected: 'type_mismatch' },
  { what: 'a CSV declared as an Excel file', bytes: Buffer.from('a;b\n'), declared: 'xls', expected: 'csv' },
  { what: 'an XLSX declared as an old Excel file', bytes: xlsx, declared: 'xls', expected: 'xlsx' },
  { what: 'an XLSX declared as CSV', bytes: xlsx, declared: 'csv', expected: 'type_mismatch' },
  {
    what: 'a zip that also holds a PDF',
    bytes: Buffer.concat([xlsx, pdf]),
    declared: 'pdf',
    expected: 'type_mismatch',
  },
  {
    what: 'a picture that also holds a PDF',
    bytes: Buffer.concat([await pixel.png().toBuffer(), pdf]),
    declared: 'pdf',
    expected: 'type_mismatch',
  },
]

for (const { what, bytes, declared, expected } of CASES) {
  test(`${what} is ${expected}`, () => {
    let found: string
    try {
      found = withInput(bytes, (input) => typeOf(input, declared ?? null))
    } catch (error) {
      assert.ok(error instanceof ReadFailure, String(error))
      found = error.code
    }
    assert.equal(found, expected)
  })
}
