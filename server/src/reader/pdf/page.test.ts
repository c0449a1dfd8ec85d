/** Pages made operator by operator, and what the reader says of them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Word } from '../../engine/model/page.ts'
import { onePage, PdfFile, printText } from '../../../test/support/documents/pdf.ts'
import { withInput } from '../../../test/support/documents/input.ts'
import type { PageReading } from '../scan/picture.ts'
import { PdfDocument } from './document.ts'
import { Pdfium } from './pdfium.ts'

const pdfium = await Pdfium.load()

function readAll(bytes: Uint8Array): PageReading[] {
  return withInput(bytes, (input) => {
    const document = new PdfDocument(pdfium, input)
    return Array.from({ length: document.pageCount }, (_, index) => document.read(index + 1))
  })
}

function read(bytes: Uint8Array): Page {
  const [first] = readAll(bytes)
  assert.ok(first)
  return first.page
}

function texts(page: Page): string[] {
  return page.words.map((word) => word.text)
}

function wordOf(page: Page, text: string): Word {
  const word = page.words.find((candidate) => candidate.text === text)
  assert.ok(word, `no '${text}' among ${texts(page).join(' ')}`)
  return word
}

function near(actual: readonly number[], expected: readonly number[], tolerance: number): void {
  for (const [index, value] of expected.entries())
    assert.ok(Math.abs((actual[index] ?? NaN) - value) <= tolerance, `${actual.join(' ')} is not ${expected.join(' ')}`)
}

function noteCount(page: Page, code: string): number {
  return page.notes.find((note) => note.code === code)?.count ?? 0
}

test('a printed line becomes words with their boxes from the top left, font, size and weight', () => {
  const page = read(
    onePage(printText(72, 700, 'Total revenue', { font: 'F2', size: 12 }) + printText(300, 700, '1,234.56')),
  )
  assert.deepEqual(texts(page), ['Total', 'revenue', '1,234.56'])
  const total = wordOf(page, 'Total')
  assert.equal(total.font, 'Helvetica-Bold')
  assert.equal(total.bold, true)
  assert.equal(total.size, 12)
  assert.equal(wordOf(page, '1,234.56').bold, false)
  // Helvetica: T 0.611, o .611, t .333, a .556, l .278 of 12 points; base line 92 points below the top.
  near([total.box[0], total.box[2]], [72, 72 + 28.7], 0.5)
  assert.ok(total.box[1] < 92 && total.box[3] > 92 && total.box[3] - total.box[1] < 16)
})

test('rotation and crop box are undone: the same word stands at the place where a person sees it', () => {
  const content = printText(100, 700, 'Figure')
  const upright = wordOf(read(onePage(content)), 'Figure').box
  const turned = read(onePage(content, { entries: '/Rotate 90' }))
  assert.deepEqual([turned.width, turned.height], [792, 612])
  // Turned a quarter clockwise, what was x from the left is y from the top.
  near([wordOf(turned, 'Figure').box[1], wordOf(turned, 'Figure').box[3]], [upright[0], upright[2]], 0.6)
  assert.equal(Math.round(wordOf(turned, 'Figure').angle ?? 0), 90)
  const cropped = read(onePage(content, { entries: '/CropBox [50 100 550 750]' }))
  assert.deepEqual([cropped.width, cropped.height], [500, 650])
  near(wordOf(cropped, 'Figure').box, [upright[0] - 50, upright[1] - 42, upright[2] - 50, upright[3] - 42], 0.6)
})

test('a page that is scanned sideways and marked as rotated reads level', () => {
  const content = 'q BT /F1 10 Tf 0 1 -1 0 300 100 Tm (Sideways) Tj ET Q'
  const page = read(onePage(content, { entries: '/Rotate 90' }))
  assert.equal(wordOf(page, 'Sideways').angle, undefined)
})

const HIDDEN: readonly { readonly how: string; readonly content: string }[] = [
  { how: 'invisible by its mode', content: printText(72, 600, 'Secret', { before: '3 Tr' }) },
  { how: 'white on white', content: printText(72, 600, 'Secret', { before: '1 1 1 rg' }) },
  { how: 'almost white on white', content: printText(72, 600, 'Secret', { before: '0.98 0.98 0.98 rg' }) },
  { how: 'covered by a white box', content: `${printText(72, 600, 'Secret')} 1 1 1 rg 60 590 200 30 re f` },
  {
    how: 'covered by many thin lines',
    content: `${printText(72, 600, 'Secret')} 1 1 1 RG 2.5 w ${Array.from({ length: 30 }, (_, i) => `60 ${592 + i} m 260 ${592 + i} l S`).join(' ')}`,
  },
  { how: 'covered by one thick line', content: `${printText(72, 600, 'Secret')} 1 1 1 RG 30 w 60 603 m 260 603 l S` },
  { how: 'black on a black box', content: `0 0 0 rg 60 590 200 30 re f ${printText(72, 600, 'Secret')}` },
  { how: 'off the page', content: printText(700, 600, 'Secret') },
  { how: 'cut off by a clip', content: `q 0 0 50 50 re W n ${printText(72, 600, 'Secret')} Q` },
  { how: 'far too small to read', content: printText(72, 600, 'Secret', { size: 0.5 }) },
]

for (const { how, content } of HIDDEN) {
  test(`text that is ${how} is left out and counted`, () => {
    const page = read(onePage(printText(72, 700, 'Shown') + content))
    assert.deepEqual(texts(page), ['Shown'])
    assert.equal(noteCount(page, 'hidden_text'), 'Secret'.length)
  })
}

test('text in a layer that is switched off is left out, also inside a form object', () => {
  const file = new PdfFile()
  const layer = file.add('<< /Type /OCG /Name (Draft) >>')
  const form = file.add({
    dictionary: `/Type /XObject /Subtype /Form /BBox [0 0 612 792] /OC ${layer} 0 R /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>`,
    stream: printText(72, 500, 'Inside'),
  })
  file.catalogEntries = `/OCProperties << /OCGs [${layer} 0 R] /D << /OFF [${layer} 0 R] >> >>`
  file.addPage({
    content: `${printText(72, 700, 'Shown')} /OC /L1 BDC ${printText(72, 600, 'Marked')} EMC q /X1 Do Q`,
    resources: `/Properties << /L1 ${layer} 0 R >> /XObject << /X1 ${form} 0 R >>`,
  })
  const page = read(file.bytes())
  assert.deepEqual(texts(page), ['Shown'])
  assert.equal(noteCount(page, 'hidden_text'), 'MarkedInside'.length)
})

const SHOWN: readonly { readonly how: string; readonly content: string }[] = [
  {
    how: 'on a light shading',
    content: `0.9 0.9 1 rg 60 590 300 30 re f ${printText(72, 600, 'Shown', { before: '0 g' })}`,
  },
  {
    how: 'white on a dark band',
    content: `0 0 0.4 rg 60 590 300 30 re f ${printText(72, 600, 'Shown', { before: '1 g' })}`,
  },
  { how: 'under a frame drawn afterwards', content: `${printText(72, 600, 'Shown')} 0 G 1 w 60 590 300 30 re S` },
  { how: 'struck through', content: `${printText(72, 600, 'Shown')} 0 G 1 w 60 603 m 300 603 l S` },
  {
    how: 'over a dark picture drawn as a path',
    content: `0.2 g 60 590 m 400 590 l 380 640 l 60 630 l f ${printText(72, 600, 'Shown', { before: '1 g' })}`,
  },
]

for (const { how, content } of SHOWN) {
  test(`text that is ${how} is kept`, () => {
    const page = read(onePage(content))
    assert.deepEqual(texts(page), ['Shown'])
    assert.equal(noteCount(page, 'hidden_text'), 0)
  })
}

test('only the covered part of a line is left out', () => {
  const page = read(onePage(`${printText(72, 600, 'Balance 7,126.11')} 1 g 108 590 200 30 re f`))
  assert.deepEqual(texts(page), ['Balance'])
})

test('a superscript note reference does not become a part of the figure before it', () => {
  const page = read(onePage(printText(72, 600, '1,234') + printText(97.1, 604, '2', { size: 6 })))
  assert.deepEqual(texts(page), ['1,234', '2'])
})

test('dot leaders part a caption from its figure', () => {
  assert.deepEqual(texts(read(onePage(printText(72, 600, 'Cash.......1,000')))), ['Cash', '.......', '1,000'])
})

test('rules come out as thin boxes, whether stroked, filled or drawn as the sides of a box', () => {
  const page = read(
    onePage(
      `${printText(72, 700, 'x')} 0 G 1 w 72 600 m 300 600 l S 0 g 72 550 228 0.8 re f 0.5 w 72 400 200 100 re S`,
    ),
  )
  assert.equal(page.rules.length, 6)
  const [stroked, filled] = page.rules
  assert.ok(stroked && filled)
  near(stroked.box, [72, 191.5, 300, 192.5], 0.6)
  near(filled.box, [72, 241.2, 300, 242], 0.6)
})

test('white rules are none', () => {
  const page = read(onePage(`${printText(72, 700, 'x')} 1 G 1 w 72 600 m 300 600 l S`))
  assert.deepEqual(page.rules, [])
})

function formWith(
  fields: readonly { readonly name: string; readonly entries: string; readonly appearance?: string }[],
): Buffer {
  const file = new PdfFile()
  const font = file.add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
  const widgets = fields.map(({ name, entries, appearance }) => {
    const look =
      appearance === undefined
        ? ''
        : `/AP << /N ${file.add({
            dictionary: `/Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources << /Font << /Helv ${font} 0 R >> >>`,
            stream: `/Tx BMC q BT /Helv 10 Tf 2 5 Td (${appearance}) Tj ET Q EMC`,
          })} 0 R >>`
    return file.add(`<< /Type /Annot /Subtype /Widget /T (${name}) /DA (/Helv 10 Tf 0 g) ${look} ${entries} >>`)
  })
  const list = widgets.map((widget) => `${widget} 0 R`).join(' ')
  file.catalogEntries = `/AcroForm << /Fields [${list}] /DR << /Font << /Helv ${font} 0 R >> >> /DA (/Helv 10 Tf 0 g) >>`
  file.addPage({ content: printText(72, 700, 'Printed'), entries: `/Annots [${list}]` })
  return file.bytes()
}

test('a form field reads as its appearance shows it, at its place, with its name', () => {
  const page = read(
    formWith([
      { name: 'line1a', entries: '/FT /Tx /V (5000) /Rect [300 500 500 520]', appearance: '5,000.00' },
      { name: 'blank', entries: '/FT /Tx /Rect [300 450 500 470]' },
      { name: 'hidden', entries: '/FT /Tx /V (77) /F 2 /Rect [300 400 500 420]', appearance: '77' },
    ]),
  )
  assert.deepEqual(texts(page), ['Printed', '5,000.00'])
  const figure = wordOf(page, '5,000.00')
  assert.equal(figure.field, 'line1a')
  near([figure.box[0]], [302], 1)
  assert.ok(figure.box[1] >= 270 && figure.box[3] <= 295)
})

test('a form field without an appearance reads as its value', () => {
  const page = read(formWith([{ name: 'name', entries: '/FT /Tx /V (Two Words) /Rect [300 500 500 520]' }]))
  assert.deepEqual(texts(page), ['Printed', 'Two', 'Words'])
})

test('a ticked box reads as X, an empty one as nothing', () => {
  const file = new PdfFile()
  const state = file.add({ dictionary: '/Type /XObject /Subtype /Form /BBox [0 0 10 10]', stream: '0 0 10 10 re S' })
  const box = `/Type /Annot /Subtype /Widget /FT /Btn /AP << /N << /Yes ${state} 0 R /Off ${state} 0 R >> >>`
  const fields = [
    file.add(`<< ${box} /T (yes) /Rect [300 500 310 510] /V /Yes /AS /Yes >>`),
    file.add(`<< ${box} /T (no) /Rect [300 400 310 410] /V /Off /AS /Off >>`),
  ]
  const list = fields.map((field) => `${field} 0 R`).join(' ')
  file.catalogEntries = `/AcroForm << /Fields [${list}] >>`
  file.addPage({ content: printText(72, 700, 'Printed'), entries: `/Annots [${list}]` })
  const page = read(file.bytes())
  assert.deepEqual(
    page.words.filter((word) => word.field !== undefined).map((word) => [word.field, word.text]),
    [['yes', 'X']],
  )
})

test('a note typed onto the page is read', () => {
  const file = new PdfFile()
  const note = file.add(
    '<< /Type /Annot /Subtype /FreeText /Rect [72 500 300 520] /Contents (Typed 42) /DA (/Helv 10 Tf) >>',
  )
  file.addPage({ content: printText(72, 700, 'Printed'), entries: `/Annots [${note} 0 R]` })
  assert.deepEqual(texts(read(file.bytes())), ['Printed', 'Typed', '42'])
})

test('a figure under an annotation that hides it is left out', () => {
  const file = new PdfFile()
  const look = file.add({
    dictionary: '/Type /XObject /Subtype /Form /BBox [0 0 200 30]',
    stream: '1 g 0 0 200 30 re f',
  })
  const patch = file.add(`<< /Type /Annot /Subtype /Square /Rect [60 590 260 620] /AP << /N ${look} 0 R >> >>`)
  file.addPage({
    content: printText(72, 700, 'Shown') + printText(72, 600, '7,126.11'),
    entries: `/Annots [${patch} 0 R]`,
  })
  assert.deepEqual(texts(read(file.bytes())), ['Shown'])
})

test('a font whose letters the file does not name sends the page to recognition', () => {
  const file = new PdfFile()
  const descendant = file.add(
    '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Nameless /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 500 >>',
  )
  const font = file.add(
    `<< /Type /Font /Subtype /Type0 /BaseFont /Nameless /Encoding /Identity-H /DescendantFonts [${descendant} 0 R] >>`,
  )
  file.addPage({
    content: `BT /N1 20 Tf 1 0 0 1 72 600 Tm <000100020003000400050006> Tj ET 0 g 72 500 200 40 re f 300 500 100 40 re f`,
    resources: `/Font << /N1 ${font} 0 R >>`,
  })
  const [reading] = readAll(file.bytes())
  assert.ok(reading)
  assert.equal(
    reading.page.notes.some((note) => note.code === 'text_layer_redone'),
    true,
  )
  assert.deepEqual(texts(reading.page), [])
})

test('a blank page has no words, no picture and no note, and its file says nothing of where it comes from', () => {
  const [reading] = readAll(onePage(''))
  assert.deepEqual(reading, {
    page: {
      number: 1,
      width: 612,
      height: 792,
      kind: 'digital',
      words: [],
      rules: [],
      turned: 0,
      title: null,
      notes: [],
      origin: { producer: null, creator: null, created: null, modified: null, updates: 0 },
    },
    picture: null,
  })
})

test('pages keep their numbers across the document', () => {
  const file = new PdfFile()
  for (const name of ['One', 'Two', 'Three']) file.addPage({ content: printText(72, 700, name) })
  assert.deepEqual(
    readAll(file.bytes()).map(({ page }) => [page.number, ...texts(page)]),
    [
      [1, 'One'],
      [2, 'Two'],
      [3, 'Three'],
    ],
  )
})

test('a long document whose reading has taken much memory is opened anew and goes on where it was', async () => {
  const fresh = await Pdfium.load()
  fresh.withMemory(64 * 1024 * 1024, () => undefined)
  const file = new PdfFile()
  const names = Array.from({ length: 405 }, (_, index) => `Page${index + 1}`)
  for (const name of names) file.addPage({ content: printText(72, 700, name) })
  const openings: number[] = []
  const open = fresh.openDocument.bind(fresh)
  fresh.openDocument = (input) => {
    const document = open(input)
    openings.push(document)
    return document
  }
  withInput(file.bytes(), (input) => {
    const document = new PdfDocument(fresh, input)
    assert.deepEqual(
      names.map((_, index) => texts(document.read(index + 1).page)),
      names.map((name) => [name]),
    )
  })
  assert.equal(openings.length, 3)
})
