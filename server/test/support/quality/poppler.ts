/** A second opinion on PDFs, from Poppler's programs: which words stand where, and what the page looks like. */
import { execFileSync } from 'node:child_process'
import type { Box } from '../../../src/engine/model/page.ts'

export interface PopplerWord {
  readonly text: string
  readonly box: Box
}

export interface PopplerPage {
  readonly width: number
  readonly height: number
  readonly words: readonly PopplerWord[]
}

const WORD = /<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*?)<\/word>/gs
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

export function popplerPages(path: string): PopplerPage[] {
  const output = execFileSync('pdftotext', ['-bbox', path, '-'], {
    encoding: 'utf8',
    maxBuffer: 512 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return output
    .split('<page ')
    .slice(1)
    .map((page) => {
      const [, width, height] = /width="([\d.]+)" height="([\d.]+)"/.exec(page) ?? []
      const words = [...page.matchAll(WORD)].map(([, x0, y0, x1, y1, text = '']): PopplerWord => ({
        text: text.replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole),
        box: [Number(x0), Number(y0), Number(x1), Number(y1)],
      }))
      return { width: Number(width), height: Number(height), words }
    })
}

export interface PopplerImage {
  readonly width: number
  readonly height: number
  readonly dpi: number
  readonly pixels: Uint8Array
}

export function popplerImage(path: string, pageNumber: number, dpi: number): PopplerImage {
  const page = String(pageNumber)
  const output = execFileSync('pdftoppm', ['-gray', '-r', String(dpi), '-f', page, '-l', page, path], {
    maxBuffer: 256 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const header = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(output.toString('latin1', 0, 64))
  if (header === null) throw new Error('pdftoppm gave no gray picture')
  return { width: Number(header[1]), height: Number(header[2]), dpi, pixels: output.subarray(header[0].length) }
}
