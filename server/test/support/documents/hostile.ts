/** Every file that the reader must survive, of all types. */
import { crc32, deflateSync } from 'node:zlib'
import { utils, write } from '@e965/xlsx'
import { writeXlsx } from 'hucre'
import sharp from 'sharp'
import type { DocumentType } from '../../../src/engine/model/reading.ts'
import type { HostileFile } from './hostile-file.ts'
import { hostilePdfs } from './hostile-pdf.ts'
import { onePage, printText } from './pdf.ts'
import { Dice } from './random.ts'
import { statementPdf } from './statement.ts'
import { tiffOf } from './tiff.ts'
import { zipOf, type ZipPart } from './zip.ts'

type Sample = () => Promise<Uint8Array>

/** An ordinary file of every type, to be broken. */
const SAMPLES: Readonly<Record<DocumentType, Sample>> = {
  pdf: () => Promise.resolve(statementPdf(3, 'ruled')),
  png: () => paper().png().toBuffer(),
  jpeg: () => paper().jpeg().toBuffer(),
  tiff: () => paper().tiff({ compression: 'lzw' }).toBuffer(),
  xlsx: () => writeXlsx({ sheets: [{ name: 'Profit', rows: TABLE }] }),
  xls: () => Promise.resolve(oldWorkbook()),
  csv: () => Promise.resolve(Buffer.from(TABLE.map((row) => row.join(',')).join('\n'))),
}

const TABLE = Array.from({ length: 40 }, (_, index) => [`Caption ${index}`, index * 1234.5, -index])

function paper() {
  const [width, height] = [425, 550]
  const data = Uint8Array.from({ length: width * height }, (_, index) => {
    const [x, y] = [index % width, Math.floor(index / width)]
    return x > 40 && x < 380 && y % 14 < 6 && x % 7 < 4 ? 20 : 250
  })
  return sharp(data, { raw: { width, height, channels: 1 } })
}

function oldWorkbook(): Uint8Array {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(TABLE), 'Profit')
  return new Uint8Array(write(book, { type: 'array', bookType: 'biff8' }) as ArrayBuffer)
}

const TYPES = Object.keys(SAMPLES) as DocumentType[]

/** Cut off at so many places, evenly. */
function truncated(type: DocumentType, pieces: number): HostileFile[] {
  return Array.from({ length: pieces }, (_, index) => ({
    name: `truncated: ${type} at ${index + 1}/${pieces + 1}`,
    make: async () => {
      const whole = await SAMPLES[type]()
      return whole.subarray(0, Math.floor((whole.length * (index + 1)) / (pieces + 1)))
    },
  }))
}

/** Bytes flipped, parts doubled, cut out or moved, by chance. */
function mutated(type: DocumentType, count: number): HostileFile[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `mutated: ${type}, seed ${index + 1}`,
    make: async () => mutate(await SAMPLES[type](), new Dice(index + 1)),
  }))
}

/** Cuts, doubles, blanks or turns parts of a file, or changes bytes of it. */
export function mutate(original: Uint8Array, dice: Dice): Uint8Array {
  let bytes: Buffer = Buffer.from(original)
  const rounds = 1 + dice.below(4)
  for (let round = 0; round < rounds; round += 1) {
    const at = dice.below(bytes.length)
    const length = 1 + dice.below(Math.min(2000, bytes.length - at))
    const part = bytes.subarray(at, at + length)
    switch (dice.below(5)) {
      case 0:
        for (let flips = 0; flips < 40; flips += 1) bytes[dice.below(bytes.length)] = dice.below(256)
        break
      case 1:
        bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)])
        break
      case 2:
        bytes = Buffer.concat([bytes.subarray(0, at), part, part, bytes.subarray(at + length)])
        break
      case 3:
        bytes.fill(dice.oneOf([0, 0x20, 0xff]), at, at + length)
        break
      default:
        bytes = Buffer.concat([bytes.subarray(at), bytes.subarray(0, at)])
    }
    if (bytes.length === 0) return original
  }
  return bytes
}

/** An ordinary file of a type by chance, broken by chance. */
export function mutantOf(dice: Dice, number: number): HostileFile {
  const type = TYPES[dice.below(TYPES.length)] ?? 'pdf'
  const own = new Dice(dice.below(2 ** 31))
  return { name: `mutant ${number} of a ${type}`, make: async () => mutate(await SAMPLES[type](), own) }
}

/** Declared as one type, being another; the one pair that people really mix up is none of them. */
function misdeclared(): HostileFile[] {
  return TYPES.flatMap((declared) =>
    TYPES.filter((type) => type !== declared && !(declared === 'xls' && (type === 'xlsx' || type === 'csv'))).map(
      (type): HostileFile => ({
        name: `wrong type: ${type} declared as ${declared}`,
        make: SAMPLES[type],
        declared,
        expected: ['type_mismatch'],
      }),
    ),
  )
}

async function joined(...parts: readonly (Uint8Array | Promise<Uint8Array>)[]): Promise<Uint8Array> {
  const made: Uint8Array[] = []
  for (const part of parts) made.push(await part)
  return Buffer.concat(made)
}

const polyglots: readonly HostileFile[] = [
  { name: 'polyglot: PDF and zip', make: () => joined(SAMPLES.pdf(), SAMPLES.xlsx()) },
  { name: 'polyglot: zip and PDF', make: () => joined(SAMPLES.xlsx(), SAMPLES.pdf()) },
  { name: 'polyglot: PNG and PDF', make: () => joined(SAMPLES.png(), SAMPLES.pdf()) },
  { name: 'polyglot: JPEG and zip', make: () => joined(SAMPLES.jpeg(), SAMPLES.xlsx()) },
  { name: 'polyglot: GIF and PDF', make: () => joined(Buffer.from('GIF89a'), SAMPLES.pdf()) },
  { name: 'polyglot: HTML and PDF', make: () => joined(Buffer.from('<html><script>'), SAMPLES.pdf()) },
  { name: 'polyglot: a PDF after 2,000 bytes of zeros', make: () => joined(Buffer.alloc(2000), SAMPLES.pdf()) },
  { name: 'polyglot: a table that begins like a PDF', make: () => Buffer.from('%PDF-1.7,a,b\n1,2,3\n') },
]

const other: readonly HostileFile[] = [
  ...[
    ['empty', Buffer.alloc(0)],
    ['one zero', Buffer.alloc(1)],
    ['a megabyte of zeros', Buffer.alloc(1024 * 1024)],
    ['chance', Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919 + (index >> 3)) & 0xff))],
    ['a program', Buffer.from('7f454c4602010100', 'hex')],
    ['HTML', Buffer.from('<!doctype html><p>1,234')],
    ['XML', Buffer.from('<?xml version="1.0"?><a/>')],
    ['RTF', Buffer.from('{\\rtf1 1,234}')],
    ['PostScript', Buffer.from('%!PS-Adobe\nshowpage')],
    ['a WebP', Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>')],
    ['white space', Buffer.from(' \n\t\n '.repeat(100))],
  ].map(([what, bytes]): HostileFile => ({
    name: `other: ${what as string}`,
    make: () => bytes as Buffer,
    expected: ['unsupported', 'empty'],
  })),
]

/** A PNG that claims a size and holds next to nothing. */
function pngOf(width: number, height: number, data: Uint8Array): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const chunk = (name: string, body: Uint8Array): Buffer => {
    const content = Buffer.concat([Buffer.from(name), body])
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(body.length)
    check.writeUInt32BE(crc32(content))
    return Buffer.concat([length, content, check])
  }
  const magic = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([magic, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

function tiffLoop(): Buffer {
  const file = tiffOf([{ width: 50, height: 50, data: new Uint8Array(2500).fill(200) }])
  const directoryAt = file.readUInt32LE(4)
  file.writeUInt32LE(directoryAt, file.length - 4)
  return file
}

const pictures: readonly HostileFile[] = [
  { name: 'bomb: PNG of 60,000 × 60,000', make: () => pngOf(60_000, 60_000, deflateSync(Buffer.alloc(60_000_000))) },
  {
    name: 'bomb: PNG of 10,000 × 10,000, all white',
    make: () => pngOf(10_000, 10_000, deflateSync(Buffer.alloc(10_001 * 10_000, 255))),
  },
  { name: 'bomb: PNG of two billion columns', make: () => pngOf(0x7fffffff, 1, deflateSync(Buffer.alloc(100))) },
  { name: 'bomb: PNG of no size', make: () => pngOf(0, 0, deflateSync(Buffer.alloc(0))) },
  { name: 'bomb: PNG of one column and 30,000 rows', make: () => pngOf(1, 30_000, deflateSync(Buffer.alloc(60_000))) },
  { name: 'loop: a TIFF whose next page is itself', make: tiffLoop },
  {
    name: 'pages: a TIFF of 3,001',
    make: () => tiffOf(Array.from({ length: 3001 }, () => ({ width: 20, height: 20, data: new Uint8Array(400) }))),
    expected: ['too_many_pages'],
  },
  {
    name: 'bomb: a TIFF that claims 4 billion rows',
    make: () => {
      const file = tiffOf([{ width: 50, height: 50, data: new Uint8Array(2500) }])
      file.writeUInt32LE(0xffffffff, file.readUInt32LE(4) + 2 + 12 + 8)
      return file
    },
  },
  {
    name: 'bomb: a JPEG that claims 65,000 × 65,000',
    make: async () => {
      const file = Buffer.from(await SAMPLES.jpeg())
      const at = file.indexOf(Buffer.from([0xff, 0xc0]))
      file.writeUInt16BE(65_000, at + 5)
      file.writeUInt16BE(65_000, at + 7)
      return file
    },
  },
  {
    name: 'empty: a white PNG',
    make: () => pngOf(850, 1100, deflateSync(Buffer.alloc(851 * 1100, 255))),
    expected: ['empty', 'unreadable'],
  },
]

const WORKBOOK_PARTS: readonly ZipPart[] = [
  {
    name: '[Content_Types].xml',
    data: Buffer.from(
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
    ),
  },
  {
    name: '_rels/.rels',
    data: Buffer.from(
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    ),
  },
  {
    name: 'xl/workbook.xml',
    data: Buffer.from(
      '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>',
    ),
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    data: Buffer.from(
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    ),
  },
]

function workbook(sheet: string | Uint8Array, more: readonly ZipPart[] = [], claimedBytes?: number): Buffer {
  const data = typeof sheet === 'string' ? Buffer.from(sheet) : sheet
  const part: ZipPart = {
    name: 'xl/worksheets/sheet1.xml',
    data,
    ...(claimedBytes === undefined ? {} : { claimedBytes }),
  }
  return zipOf([...WORKBOOK_PARTS, part, ...more])
}

const SHEET = '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
const END = '</sheetData></worksheet>'
const row = (cells: string): string => `${SHEET}<row r="1">${cells}</row>${END}`

const workbooks: readonly HostileFile[] = [
  {
    name: 'bomb: a sheet of 300 MB',
    make: () => workbook(Buffer.alloc(300 * 1024 * 1024, ' ')),
    expected: ['unreadable'],
  },
  {
    name: 'bomb: a sheet of 190 MB of nothing',
    make: () => workbook(Buffer.concat([Buffer.from(SHEET), Buffer.alloc(190 * 1024 * 1024, ' '), Buffer.from(END)])),
  },
  { name: 'bomb: a sheet that says it is small', make: () => workbook(Buffer.alloc(300 * 1024 * 1024, ' '), [], 100) },
  {
    name: 'bomb: a zip of 20,000 parts',
    make: () =>
      workbook(
        row(''),
        Array.from({ length: 20_000 }, (_, index) => ({ name: `x${index}`, data: Buffer.alloc(0) })),
      ),
    expected: ['unreadable'],
  },
  { name: 'structure: a zip that claims 65,535 parts', make: () => zipOf(WORKBOOK_PARTS, { claimedCount: 65_535 }) },
  {
    name: 'bomb: entities that double',
    make: () =>
      workbook(
        `<!DOCTYPE x [${Array.from({ length: 30 }, (_, index) => `<!ENTITY e${index + 1} "&e${index};&e${index};">`).join('')}<!ENTITY e0 "ha">]>${row('<c r="A1" t="inlineStr"><is><t>&e30;</t></is></c>')}`,
      ),
  },
  {
    name: 'structure: an entity that is a file',
    make: () =>
      workbook(
        `<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>${row('<c r="A1" t="inlineStr"><is><t>&f;</t></is></c>')}`,
      ),
  },
  {
    name: 'bomb: two cells in far corners',
    make: () =>
      workbook(
        `${SHEET}<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row>${END}`,
      ),
  },
  { name: 'structure: cells beyond all columns', make: () => workbook(row('<c r="ZZZZZZ99999999"><v>1</v></c>')) },
  { name: 'structure: tags 100,000 deep', make: () => workbook('<a>'.repeat(100_000)) },
  { name: 'structure: a sheet that is no XML', make: () => workbook('not XML at all') },
  { name: 'structure: no sheet where one should be', make: () => zipOf(WORKBOOK_PARTS) },
  {
    name: 'bomb: a shared text of 50 MB',
    make: () =>
      workbook(row('<c r="A1" t="s"><v>0</v></c>'), [
        {
          name: 'xl/sharedStrings.xml',
          data: Buffer.from(`<sst><si><t>${'x'.repeat(50 * 1024 * 1024)}</t></si></sst>`),
        },
      ]),
  },
  {
    name: 'structure: a shared text that is not there',
    make: () => workbook(row('<c r="A1" t="s"><v>99999999</v></c>')),
  },
  {
    name: 'bomb: 500,000 rows',
    make: () =>
      workbook(
        `${SHEET}${Array.from({ length: 500_000 }, (_, index) => `<row r="${index + 1}"><c r="A${index + 1}"><v>${index}</v></c></row>`).join('')}${END}`,
      ),
  },
  {
    name: 'bomb: a million merged ranges',
    make: () =>
      workbook(
        `${SHEET}<row r="1"><c r="A1"><v>1</v></c></row></sheetData><mergeCells>${'<mergeCell ref="A1:XFD1048576"/>'.repeat(1_000_000)}</mergeCells></worksheet>`,
      ),
  },
  {
    name: 'bomb: a number format of 100,000 letters',
    make: () =>
      workbook(row('<c r="A1" s="1"><v>1</v></c>'), [
        {
          name: 'xl/styles.xml',
          data: Buffer.from(
            `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="${'#,##0;'.repeat(20_000)}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="200"/></cellXfs></styleSheet>`,
          ),
        },
      ]),
  },
  {
    name: 'encrypted: XLSX',
    make: () => writeXlsx({ sheets: [{ name: 'S', rows: [['a']] }], encryption: { password: 'p', spinCount: 1000 } }),
    expected: ['encrypted'],
  },
  { name: 'encrypted: XLS', make: encryptedXls, expected: ['encrypted'] },
  {
    name: 'empty: a workbook without cells',
    make: () => writeXlsx({ sheets: [{ name: 'S', rows: [] }] }),
    expected: ['empty'],
  },
  {
    name: 'empty: a workbook whose sheets are hidden',
    make: () =>
      writeXlsx({
        sheets: [
          { name: 'A', rows: [] },
          { name: 'S', rows: [['a']], hidden: true },
        ],
      }),
    expected: ['empty'],
  },
  {
    name: 'structure: names with NULs',
    make: () =>
      zipOf([
        ...WORKBOOK_PARTS,
        { name: 'xl/worksheets/sheet1.xml\0.exe', data: Buffer.from('x') },
        { name: '../../etc/passwd', data: Buffer.from('x') },
      ]),
  },
]

/** The second record of the workbook stream made to be the one that announces encryption. */
function encryptedXls(): Uint8Array {
  const bytes = Buffer.from(oldWorkbook())
  const start = bytes.indexOf(Buffer.from([0x09, 0x08, 0x10, 0x00, 0x00, 0x06, 0x05, 0x00]))
  const next = start + 4 + bytes.readUInt16LE(start + 2)
  const length = bytes.readUInt16LE(next + 2)
  bytes.writeUInt16LE(0x2f, next)
  bytes.fill(0, next + 4, next + 4 + length)
  return bytes
}

const tables: readonly HostileFile[] = [
  { name: 'bomb: a million cells in one line', make: () => Buffer.from('1,'.repeat(1_000_000)) },
  { name: 'bomb: one cell of 50 MB', make: () => Buffer.alloc(50 * 1024 * 1024, 'a') },
  { name: 'bomb: an open quotation mark before 20 MB', make: () => Buffer.from(`"${'a,b\n'.repeat(5_000_000)}`) },
  { name: 'bomb: five million quotation marks', make: () => Buffer.alloc(5_000_000, '"') },
  {
    name: 'pages: a table of 3,100,000 rows',
    make: () => Buffer.from('1,2\n'.repeat(3_100_000)),
    expected: ['too_many_pages'],
  },
  { name: 'other: a table with NULs between', make: () => Buffer.from('a,b\n1,\x002\n'.repeat(20)) },
  {
    name: 'other: half of a UTF-16 letter',
    make: () => Buffer.concat([Buffer.from('\ufeffa,b\n', 'utf16le'), Buffer.from([0x61])]),
  },
  {
    name: 'other: UTF-8 that is none',
    make: () => Buffer.from([0x61, 0x2c, 0xc3, 0x28, 0x0a, 0x31, 0x2c, 0xff, 0x0a]),
  },
  { name: 'other: formulas that would run elsewhere', make: () => Buffer.from("=cmd|' /C calc'!A0,@SUM(1)\n+1,-1\n") },
]

/** All of them; `mutants` more per type than the few that every run has. */
export function hostileFiles(mutants = 0): readonly HostileFile[] {
  return [
    ...hostilePdfs,
    ...truncated('pdf', 15),
    ...(['png', 'jpeg', 'tiff', 'xlsx', 'xls'] as const).flatMap((type) => truncated(type, 6)),
    ...mutated('pdf', 25 + mutants),
    ...(['png', 'jpeg', 'tiff', 'xlsx', 'xls', 'csv'] as const).flatMap((type) => mutated(type, 5 + mutants)),
    ...misdeclared(),
    ...polyglots,
    ...other,
    ...pictures,
    ...workbooks,
    ...tables,
    {
      name: 'other: larger than 200 MB',
      make: () => joined(onePage(printText(72, 700, 'Big')), Buffer.alloc(200 * 1024 * 1024)),
      expected: ['unsupported'],
    },
  ]
}
