/** PDFs that are broken, endless, enormous or treacherous. */
import { deflateSync } from 'node:zlib'
import type { ReadFailureCode } from '../../../src/engine/model/reading.ts'
import { onePage, PdfFile, printText, type PdfObject } from './pdf.ts'
import type { HostileFile } from './hostile-file.ts'

const TEXT = printText(72, 700, 'Net income 1,234.56')

/** A file built by hand, object by object; object 1 is the catalog. */
function raw(objects: readonly string[], trailer = '/Root 1 0 R'): Buffer {
  let text = '%PDF-1.7\n'
  const offsets = objects.map((object, index) => {
    const at = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  const start = text.length
  return Buffer.from(
    `${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} ${trailer} >>\nstartxref\n${start}\n%%EOF`,
    'latin1',
  )
}

function withStream(content: string): string {
  return `<< /Length ${content.length} >>\nstream\n${content}\nendstream`
}

const FONT = '/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>'
const PAGE = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R ${FONT} >>`
const TREE = '<< /Type /Pages /Count 1 /Kids [3 0 R] >>'
const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>'

function brokenTable(change: (text: string) => string): Buffer {
  return Buffer.from(change(onePage(TEXT).toString('latin1')), 'latin1')
}

function formFile(resources: string, objects: readonly PdfObject[], content: string): Buffer {
  const file = new PdfFile()
  const first = file.objects.length + 1
  for (const object of objects) file.add(object)
  file.addPage({
    content,
    resources: resources.replace(/#(\d+)/g, (_, offset: string) => `${first + Number(offset)} 0 R`),
  })
  return file.bytes()
}

function repeated(times: number, operator: string): string {
  return operator.repeat(times)
}

const structure: readonly (readonly [name: string, make: () => Buffer])[] = [
  ['startxref points nowhere', () => brokenTable((text) => text.replace(/startxref\n\d+/, 'startxref\n99999999'))],
  ['startxref is negative', () => brokenTable((text) => text.replace(/startxref\n\d+/, 'startxref\n-5'))],
  ['startxref is missing', () => brokenTable((text) => text.replace(/startxref[\s\S]*/, ''))],
  ['every offset is wrong', () => brokenTable((text) => text.replace(/\d{10} 00000 n/g, '0000000007 00000 n'))],
  ['the table counts a billion', () => brokenTable((text) => text.replace(/xref\n0 \d+/, 'xref\n0 1000000000'))],
  ['the table is text', () => brokenTable((text) => text.replace(/\d{10} 00000 n/g, 'not a number at all'))],
  ['the trailer names no root', () => brokenTable((text) => text.replace('/Root', '/Boot'))],
  ['the root is a number', () => raw(['42'])],
  ['the root is itself a reference', () => raw(['1 0 R'])],
  [
    'the previous table is this table',
    () => brokenTable((text) => text.replace('/Root', `/Prev ${/startxref\n(\d+)/.exec(text)?.[1] ?? '0'} /Root`)),
  ],
  ['the page tree is its own child', () => raw([CATALOG, '<< /Type /Pages /Count 1 /Kids [2 0 R] >>'])],
  [
    'two page trees are each other’s child',
    () =>
      raw([
        CATALOG,
        '<< /Type /Pages /Count 5 /Kids [3 0 R] >>',
        '<< /Type /Pages /Count 5 /Parent 2 0 R /Kids [2 0 R] >>',
      ]),
  ],
  [
    'a page is its own parent',
    () => raw([CATALOG, TREE, '<< /Type /Page /Parent 3 0 R /Contents 4 0 R >>', withStream('')]),
  ],
  [
    'the count claims 999,999 pages',
    () => raw([CATALOG, '<< /Type /Pages /Count 999999 /Kids [3 0 R] >>', PAGE, withStream(TEXT)]),
  ],
  ['the count is negative', () => raw([CATALOG, '<< /Type /Pages /Count -5 /Kids [3 0 R] >>', PAGE, withStream(TEXT)])],
  ['the kids are a number', () => raw([CATALOG, '<< /Type /Pages /Count 1 /Kids 7 >>'])],
  ['the page tree is a hundred levels deep', () => deepTree(100)],
  ['the page tree is ten thousand levels deep', () => deepTree(10_000)],
  ['the content is its own array', () => raw([CATALOG, TREE, PAGE, '[4 0 R 4 0 R]'])],
  ['the content is a page', () => raw([CATALOG, TREE, PAGE.replace('4 0 R', '3 0 R')])],
  [
    'a stream has the length of itself',
    () => raw([CATALOG, TREE, PAGE, `<< /Length 4 0 R >>\nstream\n${TEXT}\nendstream`]),
  ],
  [
    'a stream claims two gigabytes',
    () => raw([CATALOG, TREE, PAGE, `<< /Length 2147483647 >>\nstream\n${TEXT}\nendstream`]),
  ],
  [
    'a stream claims a negative length',
    () => raw([CATALOG, TREE, PAGE, `<< /Length -1 >>\nstream\n${TEXT}\nendstream`]),
  ],
  ['there is no page object', () => raw([CATALOG, TREE, 'null', withStream(TEXT)])],
  ['objects are nested 100,000 deep', () => raw([CATALOG, TREE, PAGE, withStream(TEXT), repeated(100_000, '[')])],
  [
    'dictionaries are nested 50,000 deep',
    () => raw([`<< /Type /Catalog /Pages 2 0 R /X ${repeated(50_000, '<< /A ')}`, TREE, PAGE, withStream(TEXT)]),
  ],
  ['names hold NULs', () => raw([CATALOG, TREE, PAGE.replace(/\/F1/g, '/F1#00#00x'), withStream(TEXT)])],
  [
    'a name is a megabyte long',
    () => raw([CATALOG, TREE, PAGE.replace('/F1', `/${repeated(1_000_000, 'A')}`), withStream(TEXT)]),
  ],
  [
    'a number has a million digits',
    () => raw([CATALOG, TREE, PAGE.replace('612', repeated(1_000_000, '9')), withStream(TEXT)]),
  ],
  ['only a header', () => Buffer.from('%PDF-1.7\n')],
  ['a header and an end', () => Buffer.from('%PDF-1.7\n%%EOF')],
  ['the header repeated', () => Buffer.from(repeated(10_000, '%PDF-1.7\n'))],
]

function deepTree(levels: number): Buffer {
  const objects = [CATALOG]
  for (let level = 0; level < levels; level += 1)
    objects.push(
      `<< /Type /Pages /Count 1 /Kids [${level + 3} 0 R] ${level === 0 ? '' : `/Parent ${level + 1} 0 R`} >>`,
    )
  objects.push(
    `<< /Type /Page /Parent ${levels + 1} 0 R /MediaBox [0 0 612 792] /Contents ${levels + 3} 0 R ${FONT} >>`,
  )
  objects.push(withStream(TEXT))
  return raw(objects)
}

const FORM = '/Type /XObject /Subtype /Form /BBox [0 0 612 792]'

const loops: readonly (readonly [name: string, make: () => Buffer])[] = [
  [
    'a form draws itself',
    () =>
      formFile(
        '/XObject << /X #0 >>',
        [{ dictionary: `${FORM} /Resources << /XObject << /X 7 0 R >> >>`, stream: 'q /X Do Q' }],
        '/X Do',
      ),
  ],
  ['forms double forty times', () => doublingForms(40)],
  [
    'a tiling pattern is filled with itself',
    () =>
      formFile(
        '/Pattern << /P #0 >>',
        [
          {
            dictionary:
              '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 5 5] /XStep 5 /YStep 5 /Resources << /Pattern << /P 7 0 R >> >>',
            stream: '/Pattern cs /P scn 0 0 5 5 re f',
          },
        ],
        '/Pattern cs /P scn 0 0 612 792 re f',
      ),
  ],
  [
    'a tiling pattern of a billionth of a point',
    () =>
      formFile(
        '/Pattern << /P #0 >>',
        [
          {
            dictionary:
              '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 0.000001 0.000001] /XStep 0.000001 /YStep 0.000001 /Resources << >>',
            stream: '0 0 1 1 re f',
          },
        ],
        '/Pattern cs /P scn 0 0 612 792 re f',
      ),
  ],
  [
    'a soft mask masks itself',
    () =>
      formFile(
        '/ExtGState << /G #0 >>',
        [
          `<< /Type /ExtGState /SMask << /S /Alpha /G 8 0 R >> >>`,
          {
            dictionary: `${FORM} /Group << /S /Transparency >> /Resources << /ExtGState << /G 7 0 R >> >>`,
            stream: '/G gs 0 0 612 792 re f',
          },
        ],
        `/G gs ${TEXT}`,
      ),
  ],
  [
    'a Type 3 font writes with itself',
    () =>
      formFile(
        '/Font << /T #0 >>',
        [
          '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0] /CharProcs << /a 8 0 R >> /Encoding << /Differences [97 /a] >> /FirstChar 97 /LastChar 97 /Widths [1000] /Resources << /Font << /T 7 0 R >> >> >>',
          { dictionary: '', stream: 'BT /T 10 Tf (aaaa) Tj ET' },
        ],
        'BT /T 10 Tf (aaaa) Tj ET',
      ),
  ],
  [
    'a colour space is based on itself',
    () => formFile('/ColorSpace << /C #0 >>', ['[/Indexed 7 0 R 1 <00ff>]'], `/C cs 1 sc 0 0 100 100 re f ${TEXT}`),
  ],
  [
    'a function calls itself',
    () =>
      formFile(
        '/Shading << /S #1 >>',
        [
          '<< /FunctionType 3 /Domain [0 1] /Functions [7 0 R 7 0 R] /Bounds [0.5] /Encode [0 1 0 1] >>',
          '<< /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 600 0] /Function 7 0 R >>',
        ],
        `/S sh ${TEXT}`,
      ),
  ],
  ['annotations are each other’s parents', () => annotationLoop()],
]

function doublingForms(levels: number): Buffer {
  const file = new PdfFile()
  let inner = file.add({ dictionary: FORM, stream: '0 0 1 1 re f' })
  for (let level = 0; level < levels; level += 1)
    inner = file.add({ dictionary: `${FORM} /Resources << /XObject << /X ${inner} 0 R >> >>`, stream: '/X Do /X Do' })
  file.addPage({ content: `/X Do ${TEXT}`, resources: `/XObject << /X ${inner} 0 R >>` })
  return file.bytes()
}

function annotationLoop(): Buffer {
  const file = new PdfFile()
  const next = file.objects.length + 1
  file.add(
    `<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /V (1) /Rect [0 0 10 10] /Parent ${next + 1} 0 R /Kids [${next + 1} 0 R] >>`,
  )
  file.add(
    `<< /Type /Annot /Subtype /Widget /FT /Tx /T (b) /V (2) /Rect [0 0 10 10] /Parent ${next} 0 R /Kids [${next} 0 R] >>`,
  )
  file.catalogEntries = `/AcroForm << /Fields [${next} 0 R ${next + 1} 0 R] >>`
  file.addPage({ content: TEXT, entries: `/Annots [${next} 0 R ${next + 1} 0 R]` })
  return file.bytes()
}

/** So many bytes of the same letter, packed; packed again as often as wanted. */
function packed(letter: string, megabytes: number, times: number): Buffer {
  let data: Buffer = deflateSync(Buffer.alloc(megabytes * 1024 * 1024, letter))
  for (let round = 1; round < times; round += 1) data = deflateSync(data)
  return data
}

function contentBomb(letter: string, megabytes: number, times = 1): Buffer {
  const filters = repeated(times, '/FlateDecode ')
  return onePageWith({ content: packed(letter, megabytes, times), contentEntries: `/Filter [${filters}]` })
}

function onePageWith(spec: Parameters<PdfFile['addPage']>[0]): Buffer {
  const file = new PdfFile()
  file.addPage(spec)
  return file.bytes()
}

function imageBomb(width: number, height: number, entries: string, data: Uint8Array): Buffer {
  const file = new PdfFile()
  const image = file.add({
    dictionary: `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} ${entries}`,
    stream: data,
  })
  file.addPage({ content: `q 600 0 0 700 0 0 cm /I Do Q ${TEXT}`, resources: `/XObject << /I ${image} 0 R >>` })
  return file.bytes()
}

const bombs: readonly (readonly [name: string, make: () => Buffer])[] = [
  ['a content stream unpacks to 512 MB of spaces', () => contentBomb(' ', 512)],
  ['a content stream unpacks to 512 MB of q', () => contentBomb('q', 512)],
  ['a content stream is packed three times, 512 MB', () => contentBomb(' ', 512, 3)],
  ['a content stream unpacks to 64 MB of opening brackets', () => contentBomb('[', 64)],
  ['a content stream unpacks to 64 MB of an open string', () => contentBomb('(', 64)],
  [
    'a gray picture of 60,000 × 60,000',
    () =>
      imageBomb(
        60_000,
        60_000,
        '/BitsPerComponent 8 /ColorSpace /DeviceGray /Filter /FlateDecode',
        packed('\0', 64, 1),
      ),
  ],
  [
    'a one-bit picture of 200,000 × 200,000',
    () =>
      imageBomb(
        200_000,
        200_000,
        '/BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /FlateDecode',
        packed('\0', 64, 1),
      ),
  ],
  [
    'a picture of two billion columns',
    () => imageBomb(2_147_483_647, 2, '/BitsPerComponent 8 /ColorSpace /DeviceRGB', Buffer.alloc(10)),
  ],
  [
    'a picture of negative size',
    () => imageBomb(-5, -5, '/BitsPerComponent 8 /ColorSpace /DeviceRGB', Buffer.alloc(10)),
  ],
  [
    'a picture with a broken JPEG',
    () =>
      imageBomb(
        1000,
        1000,
        '/BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /DCTDecode',
        Buffer.from('ffd8ffe000104a46', 'hex'),
      ),
  ],
  [
    'a picture with a broken JPEG 2000',
    () => imageBomb(1000, 1000, '/Filter /JPXDecode', Buffer.from('0000000c6a5020200d0a870a', 'hex')),
  ],
  [
    'a picture with broken JBIG2',
    () =>
      imageBomb(
        30_000,
        30_000,
        '/BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /JBIG2Decode',
        Buffer.alloc(100, 7),
      ),
  ],
  [
    'a fax picture of 30,000 × 60,000',
    () =>
      imageBomb(
        30_000,
        60_000,
        '/BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 30000 /Rows 60000 >>',
        Buffer.alloc(200),
      ),
  ],
  ['a million words on one page', () => onePageWith({ content: manyWords(1_000_000) })],
  ['a hundred thousand words on one page', () => onePageWith({ content: manyWords(100_000) })],
  ['a million boxes on one page', () => onePageWith({ content: repeated(1_000_000, '1 1 2 2 re f\n') + TEXT })],
  ['a million saved states', () => onePageWith({ content: repeated(1_000_000, 'q ') + TEXT })],
  ['a hundred thousand clips', () => onePageWith({ content: repeated(100_000, '0 0 612 792 re W n ') + TEXT })],
  [
    'a dash of a millionth over ten thousand points',
    () => onePageWith({ content: `[0.000001 0.000001] 0 d 0 0 m 10000 10000 l S ${TEXT}` }),
  ],
  ['a line ten billion points long', () => onePageWith({ content: `0 0 m 10000000000 10000000000 l S ${TEXT}` })],
  ['letters a million points high', () => onePageWith({ content: printText(72, 700, 'Huge', { size: 1_000_000 }) })],
  [
    'a hundred thousand transparent layers',
    () =>
      onePageWith({
        content: repeated(100_000, '/G gs 0 0 612 792 re f '),
        resources: '/ExtGState << /G << /ca 0.01 /BM /Luminosity >> >>',
      }),
  ],
  ['ten thousand form fields', () => manyFields(10_000)],
  ['a path of two million curves', () => onePageWith({ content: `0 0 m ${repeated(2_000_000, '1 2 3 4 5 6 c ')} S` })],
]

function manyWords(count: number): string {
  const lines: string[] = []
  for (let index = 0; index < count; index += 100)
    lines.push(`BT /F1 2 Tf 1 0 0 1 10 ${10 + ((index / 100) % 770)} Tm (${repeated(100, 'word ')}) Tj ET`)
  return lines.join('\n')
}

function manyFields(count: number): Buffer {
  const file = new PdfFile()
  const list: string[] = []
  for (let index = 0; index < count; index += 1)
    list.push(
      `${file.add(`<< /Type /Annot /Subtype /Widget /FT /Tx /T (f${index}) /V (${index}) /Rect [${index % 600} 10 ${(index % 600) + 20} 20] >>`)} 0 R`,
    )
  file.catalogEntries = `/AcroForm << /Fields [${list.join(' ')}] >>`
  file.addPage({ content: TEXT, entries: `/Annots [${list.join(' ')}]` })
  return file.bytes()
}

const boxes: readonly (readonly [name: string, box: string, extra?: string])[] = [
  ['a page of 24 × 31 inches', '[0 0 1728 2232]'],
  ['a page of 200 × 200 inches', '[0 0 14400 14400]'],
  ['a page of a million points', '[0 0 1000000 1000000]'],
  ['a page of no size', '[0 0 0 0]'],
  ['a page inside out', '[612 792 0 0]'],
  ['a page far from the origin', '[100000 100000 100612 100792]'],
  ['a page of a tenth of a point', '[0 0 0.1 0.1]'],
  ['a page whose box is text', '[(a) (b) (c) (d)]'],
  ['a crop box that shows nothing', '[0 0 612 792]', '/CropBox [5000 5000 6000 6000]'],
  ['a page turned by 45 degrees', '[0 0 612 792]', '/Rotate 45'],
  ['a page turned by a billion degrees', '[0 0 612 792]', '/Rotate 1000000080'],
  ['a page of a huge user unit', '[0 0 612 792]', '/UserUnit 75000'],
]

function boxFile(box: string, extra = ''): Buffer {
  return raw([CATALOG, TREE, PAGE.replace('[0 0 612 792]', `${box} ${extra}`), withStream(TEXT)])
}

function encryptedFile(filter: string, version: number): Buffer {
  const file = new PdfFile()
  file.addPage({ content: TEXT })
  const key = 'ab'.repeat(version >= 5 ? 48 : 32)
  const more = version >= 5 ? `/OE <${key.slice(0, 64)}> /UE <${key.slice(0, 64)}> /Perms <${key.slice(0, 32)}>` : ''
  const crypt =
    version >= 4
      ? `/CF << /StdCF << /CFM /${version >= 5 ? 'AESV3' : 'AESV2'} /Length 16 >> >> /StmF /StdCF /StrF /StdCF`
      : ''
  const dictionary = file.add(
    `<< /Filter /${filter} /V ${version} /R ${version >= 5 ? 6 : version === 4 ? 4 : version + 1} /Length ${version >= 5 ? 256 : 128} /P -4 /O <${key}> /U <${key}> ${more} ${crypt} >>`,
  )
  file.trailerEntries = `/Encrypt ${dictionary} 0 R /ID [<00> <00>]`
  return file.bytes()
}

const scripts: readonly (readonly [name: string, make: () => Buffer])[] = [
  ['Hebrew right to left', () => rightToLeft()],
  [
    'a program that runs on opening',
    () => {
      const file = new PdfFile()
      file.catalogEntries = '/OpenAction << /S /JavaScript /JS (while(true){}) >>'
      file.addPage({ content: TEXT })
      return file.bytes()
    },
  ],
  [
    'a launch action',
    () => {
      const file = new PdfFile()
      file.catalogEntries = '/OpenAction << /S /Launch /F (/bin/sh) >>'
      file.addPage({ content: TEXT })
      return file.bytes()
    },
  ],
  [
    'an embedded file with NULs in its name',
    () => {
      const file = new PdfFile()
      file.catalogEntries = '/Names << /EmbeddedFiles << /Names [<00000000> << /F (\\000\\000..\\/..\\/etc) >>] >> >>'
      file.addPage({ content: TEXT })
      return file.bytes()
    },
  ],
  [
    'a form field with NULs in its name',
    () => {
      const file = new PdfFile()
      const field = file.add('<< /Type /Annot /Subtype /Widget /FT /Tx /T (a\\000b) /V (1\\0002) /Rect [0 0 90 10] >>')
      file.catalogEntries = `/AcroForm << /Fields [${field} 0 R] >>`
      file.addPage({ content: TEXT, entries: `/Annots [${field} 0 R]` })
      return file.bytes()
    },
  ],
]

function rightToLeft(): Buffer {
  const file = new PdfFile()
  const map = file.add({
    dictionary: '',
    stream:
      '/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfrange <41> <5a> <05d0> endbfrange endcmap end',
  })
  const font = file.add(`<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode ${map} 0 R >>`)
  file.addPage({ content: 'BT /H 12 Tf 72 700 Td (ABCDE FGHIJ 1,234) Tj ET', resources: `/Font << /H ${font} 0 R >>` })
  return file.bytes()
}

function each(
  group: string,
  cases: readonly (readonly [name: string, make: () => Buffer])[],
  expected?: readonly ReadFailureCode[],
): HostileFile[] {
  return cases.map(([name, make]) => ({
    name: `${group}: ${name}`,
    make,
    ...(expected === undefined ? {} : { expected }),
  }))
}

export const hostilePdfs: readonly HostileFile[] = [
  ...each('structure', structure),
  ...each('loop', loops),
  ...each('bomb', bombs),
  ...each('script', scripts),
  ...boxes.map(([name, box, extra]) => ({ name: `box: ${name}`, make: () => boxFile(box, extra) })),
  ...[1, 2, 4, 5].map((version) => ({
    name: `encrypted: PDF, version ${version}`,
    make: () => encryptedFile('Standard', version),
    expected: ['encrypted'] as const,
  })),
  { name: 'encrypted: PDF, unknown handler', make: () => encryptedFile('Vendor', 1), expected: ['encrypted'] },
  { name: 'pages: 3,001', make: () => manyPages(3001), expected: ['too_many_pages'] },
  {
    name: 'empty: a PDF without pages',
    make: () => raw([CATALOG, '<< /Type /Pages /Count 0 /Kids [] >>']),
    expected: ['empty', 'unreadable'],
  },
  { name: 'empty: a blank page', make: () => onePage(''), expected: ['empty'] },
  {
    name: 'empty: only white text',
    make: () => onePage(printText(72, 700, 'Secret', { before: '1 g' })),
    expected: ['empty'],
  },
]

function manyPages(count: number): Buffer {
  const file = new PdfFile()
  for (let page = 0; page < count; page += 1) file.addPage({ content: TEXT })
  return file.bytes()
}
