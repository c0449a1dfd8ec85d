/**
 * The painted objects of a PDF page in the order in which they are painted, form objects opened: what lies over what,
 * and in which colour, decides what the page shows.
 */
import type { Box } from '../../engine/model/page.ts'
import { multiply, transformBox, type Matrix } from './page-space.ts'
import type { Pdfium } from './pdfium.ts'

const FORM = 5
const KINDS: ReadonlyMap<number, PaintedObject['kind']> = new Map([
  [1, 'text'],
  [2, 'path'],
  [3, 'image'],
  [4, 'shading'],
])
/** Form objects inside form objects: deeper is a loop or a trap. */
const MAX_DEPTH = 12
/** A page with more is read without the proof of visibility, by looking at it. */
const MAX_OBJECTS = 100_000

export interface PaintedObject {
  readonly handle: number
  readonly kind: 'text' | 'path' | 'image' | 'shading'
  /** Points on the upright page, as all boxes. */
  readonly box: Box
  /** From the object's own space to the upright page: the parent form objects' matrices and the page's. */
  readonly toPage: Matrix
  readonly insideForm: boolean
}

export interface PaintedPage {
  readonly objects: readonly PaintedObject[]
  /** False when the page held more objects or levels than are looked at. */
  readonly complete: boolean
}

export function paintedObjects(pdfium: Pdfium, page: number, toPage: Matrix): PaintedPage {
  const collector = new Collector(pdfium)
  const count = pdfium.call.FPDFPage_CountObjects(page)
  for (let index = 0; index < count; index += 1) collector.visit(pdfium.call.FPDFPage_GetObject(page, index), toPage, 0)
  return collector
}

class Collector implements PaintedPage {
  readonly objects: PaintedObject[] = []
  complete = true
  readonly #pdfium: Pdfium

  constructor(pdfium: Pdfium) {
    this.#pdfium = pdfium
  }

  visit(handle: number, toPage: Matrix, depth: number): void {
    if (this.objects.length >= MAX_OBJECTS || depth > MAX_DEPTH) {
      this.complete = false
      return
    }
    const type = this.#pdfium.call.FPDFPageObj_GetType(handle)
    if (type === FORM) {
      const inner = multiply(objectMatrix(this.#pdfium, handle), toPage)
      const count = this.#pdfium.call.FPDFFormObj_CountObjects(handle)
      for (let index = 0; index < count; index += 1)
        this.visit(this.#pdfium.call.FPDFFormObj_GetObject(handle, index), inner, depth + 1)
      return
    }
    const kind = KINDS.get(type)
    if (kind === undefined) return
    const box = objectBox(this.#pdfium, handle, toPage)
    this.objects.push({ handle, kind, box, toPage, insideForm: depth > 0 })
  }
}

/** The matrix that the object itself applies to what it paints. */
export function objectMatrix(pdfium: Pdfium, handle: number): Matrix {
  const at = pdfium.scratch
  if (pdfium.call.FPDFPageObj_GetMatrix(handle, at) === 0) return { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 }
  return {
    a: pdfium.float(at),
    b: pdfium.float(at + 4),
    c: pdfium.float(at + 8),
    d: pdfium.float(at + 12),
    e: pdfium.float(at + 16),
    f: pdfium.float(at + 20),
  }
}

function objectBox(pdfium: Pdfium, handle: number, matrix: Matrix): Box {
  const at = pdfium.scratch
  if (pdfium.call.FPDFPageObj_GetBounds(handle, at, at + 4, at + 8, at + 12) === 0) return [0, 0, 0, 0]
  return transformBox(matrix, pdfium.float(at), pdfium.float(at + 4), pdfium.float(at + 8), pdfium.float(at + 12))
}

export interface Paint {
  /** 0 is black, 1 is white. */
  readonly luminance: number
  /** 0 is not there, 1 hides what is beneath. */
  readonly opacity: number
}

/** The colour that the object is filled with; null where it has none that can be told. */
export function fillPaint(pdfium: Pdfium, handle: number): Paint | null {
  const at = pdfium.scratch
  if (pdfium.call.FPDFPageObj_GetFillColor(handle, at, at + 4, at + 8, at + 12) === 0) return null
  return paintAt(pdfium)
}

export function strokePaint(pdfium: Pdfium, handle: number): Paint | null {
  const at = pdfium.scratch
  if (pdfium.call.FPDFPageObj_GetStrokeColor(handle, at, at + 4, at + 8, at + 12) === 0) return null
  return paintAt(pdfium)
}

function paintAt(pdfium: Pdfium): Paint {
  const at = pdfium.scratch
  const luminance = 0.299 * pdfium.uint(at) + 0.587 * pdfium.uint(at + 4) + 0.114 * pdfium.uint(at + 8)
  return { luminance: luminance / 255, opacity: pdfium.uint(at + 12) / 255 }
}

/** Whether a path is filled, stroked, or both. */
export function drawMode(pdfium: Pdfium, handle: number): { filled: boolean; stroked: boolean } {
  const at = pdfium.scratch
  if (pdfium.call.FPDFPath_GetDrawMode(handle, at, at + 4) === 0) return { filled: false, stroked: false }
  return { filled: pdfium.int(at) !== 0, stroked: pdfium.int(at + 4) !== 0 }
}
