/** That a library which is put back remembers nothing of the documents before. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import type { Page } from '../../engine/model/page.ts'
import { hostilePdfs } from '../../../test/support/documents/hostile-pdf.ts'
import { withInput } from '../../../test/support/documents/input.ts'
import { onePage, printText } from '../../../test/support/documents/pdf.ts'
import { statementPdf } from '../../../test/support/documents/statement.ts'
import { PdfDocument } from './document.ts'
import { Pdfium } from './pdfium.ts'

const MEGABYTE = 1024 * 1024

function read(pdfium: Pdfium, bytes: Uint8Array): Page[] {
  return withInput(bytes, (input) => {
    const document = new PdfDocument(pdfium, input)
    return Array.from({ length: document.pageCount }, (_, index) => document.read(index + 1).page)
  })
}

interface Table {
  readonly length: number
  get(index: number): unknown
}

/** All that a module can remember: its memory, the globals that were made visible, and its table of functions. */
function stateOf(pdfium: Pdfium, memoryBytes: number) {
  const exported = pdfium.call as unknown as Record<string, unknown>
  const globals = Object.keys(exported).filter((name) => name.startsWith('global '))
  const table = exported['__indirect_function_table'] as Table
  return {
    memory: createHash('sha256').update(pdfium.bytes.subarray(0, memoryBytes)).digest('hex'),
    globals: globals.map((name) => (exported[name] as { value: number }).value),
    functions: Array.from({ length: table.length }, (_, index) => table.get(index)),
  }
}

const BEFORE: readonly (readonly [what: string, use: (pdfium: Pdfium) => void])[] = [
  ['a document of many pages', (pdfium) => void read(pdfium, statementPdf(30, 'ruled'))],
  ['a file that is no document', (pdfium) => assert.throws(() => read(pdfium, Buffer.from('%PDF-1.7 and no more')))],
  [
    'memory that has grown and is full',
    (pdfium) => {
      const pointer = pdfium.call.malloc(64 * MEGABYTE)
      pdfium.bytes.fill(0xff, pointer)
    },
  ],
  [
    'a stack that was left deep, and all other globals changed',
    (pdfium) => {
      const exported = pdfium.call as unknown as Record<string, { value: number }>
      for (const [name, global] of Object.entries(exported)) if (name.startsWith('global ')) global.value -= 4096
    },
  ],
]
for (const [what, use] of BEFORE)
  test(`put back after ${what}, the library is byte for byte as it was at first`, async () => {
    const pdfium = await Pdfium.load()
    const length = pdfium.bytes.length
    const first = stateOf(pdfium, length)
    assert.equal(first.globals.length, 4)
    use(pdfium)
    assert.notDeepEqual(stateOf(pdfium, length), first)
    pdfium.reset()
    assert.deepEqual(stateOf(pdfium, length), first)
    assert.equal(Buffer.compare(pdfium.bytes.subarray(length), Buffer.alloc(pdfium.bytes.length - length)), 0)
  })

test('hostile documents leave nothing behind, whether they are read or end in the middle', async () => {
  const pdfium = await Pdfium.load()
  const length = pdfium.bytes.length
  const first = stateOf(pdfium, length)
  const files = hostilePdfs.filter(({ name }) => /^(structure|script): /.test(name))
  assert.ok(files.length > 20, `${files.length} files`)
  for (const file of files) {
    try {
      read(pdfium, await file.make())
    } catch {
      // How it ends is for other tests to say.
    }
    pdfium.reset()
    assert.deepEqual(stateOf(pdfium, length), first, file.name)
  }
})

test('a document reads the same before and after another one', async () => {
  const pdfium = await Pdfium.load()
  const [one, other] = [statementPdf(3, 'ruled'), onePage(printText(72, 700, 'Another'))]
  const first = read(pdfium, one)
  pdfium.reset()
  assert.deepEqual(read(pdfium, other)[0]?.words[0]?.text, 'Another')
  pdfium.reset()
  assert.deepEqual(read(pdfium, one), first)
})
