/**
 * Writes PDFs, object by object, for tests: what a page draws is said in PDF's own operators, so that a test can make
 * exactly the page it is about, and a wrong one as easily as a right one.
 */

export type PdfObject = string | { readonly dictionary: string; readonly stream: string | Uint8Array }

export interface PageSpec {
  /** Operators that draw the page. */
  readonly content: string | Uint8Array
  readonly width?: number
  readonly height?: number
  /** More entries of the page's dictionary, for instance `/Rotate 90` or `/CropBox […]`. */
  readonly entries?: string
  /** More entries of its resources; the standard fonts F1 to F5 are always there. */
  readonly resources?: string
  /** More entries of the dictionary of the content stream, for instance a filter. */
  readonly contentEntries?: string
}

const FONTS = ['Helvetica', 'Helvetica-Bold', 'Times-Roman', 'Courier', 'Times-Bold'] as const

export class PdfFile {
  /** Object n stands at position n − 1. */
  readonly objects: PdfObject[] = []
  readonly #fonts: string
  readonly #pages: number[] = []
  readonly #tree: number
  catalogEntries = ''
  trailerEntries = ''

  constructor() {
    this.#tree = this.add('')
    this.#fonts = FONTS.map(
      (name, index) =>
        `/F${index + 1} ${this.add(`<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`)} 0 R`,
    ).join(' ')
  }

  /** Adds an object and gives its number. */
  add(object: PdfObject): number {
    return this.objects.push(object)
  }

  addPage(spec: PageSpec): number {
    const { content, width = 612, height = 792, entries = '', resources = '', contentEntries = '' } = spec
    const stream = this.add({ dictionary: contentEntries, stream: content })
    const page = this.add(
      `<< /Type /Page /Parent ${this.#tree} 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${stream} 0 R ` +
        `/Resources << /Font << ${this.#fonts} >> ${resources} >> ${entries} >>`,
    )
    this.#pages.push(page)
    return page
  }

  get pageNumbers(): readonly number[] {
    return this.#pages
  }

  bytes(): Buffer {
    this.objects[this.#tree - 1] =
      `<< /Type /Pages /Count ${this.#pages.length} /Kids [${this.#pages.map((page) => `${page} 0 R`).join(' ')}] >>`
    const catalog = this.add(`<< /Type /Catalog /Pages ${this.#tree} 0 R ${this.catalogEntries} >>`)
    const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
    let size = parts[0]?.length ?? 0
    const offsets = this.objects.map((object, index) => {
      const at = size
      const written = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), body(object), Buffer.from('\nendobj\n')])
      parts.push(written)
      size += written.length
      return at
    })
    const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
    const count = this.objects.length + 1
    parts.push(
      Buffer.from(
        `xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<< /Size ${count} /Root ${catalog} 0 R ` +
          `${this.trailerEntries} >>\nstartxref\n${size}\n%%EOF\n`,
      ),
    )
    return Buffer.concat(parts)
  }
}

function body(object: PdfObject): Buffer {
  if (typeof object === 'string') return Buffer.from(object, 'latin1')
  const stream = typeof object.stream === 'string' ? Buffer.from(object.stream, 'latin1') : Buffer.from(object.stream)
  return Buffer.concat([
    Buffer.from(`<< /Length ${stream.length} ${object.dictionary} >>\nstream\n`, 'latin1'),
    stream,
    Buffer.from('\nendstream'),
  ])
}

export interface TextSpec {
  readonly font?: 'F1' | 'F2' | 'F3' | 'F4' | 'F5'
  readonly size?: number
  /** Operators before the text: a colour, a render mode. */
  readonly before?: string
}

/** Operators that print a text with its base line at x, y from the bottom left. */
export function printText(
  x: number,
  y: number,
  text: string,
  { font = 'F1', size = 10, before = '' }: TextSpec = {},
): string {
  return `q BT ${before} /${font} ${size} Tf 1 0 0 1 ${x} ${y} Tm (${escapeText(text)}) Tj ET Q\n`
}

export function escapeText(text: string): string {
  return text.replace(/[\\()]/g, (mark) => `\\${mark}`)
}

/** A PDF of one page that draws the given operators. */
export function onePage(content: string, spec: Omit<PageSpec, 'content'> = {}): Buffer {
  const file = new PdfFile()
  file.addPage({ ...spec, content })
  return file.bytes()
}
