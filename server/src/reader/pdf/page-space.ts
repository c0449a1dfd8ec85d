/**
 * From PDF page space (origin bottom left, crop box and rotation not applied) to ours (points from the top left of
 * the upright page). PDFium knows the way, but answers in whole device units and a call each; the way is affine, so
 * three questions at a thousandth of a point give it once per page.
 */
import type { Box } from '../../engine/model/page.ts'
import type { Pdfium } from './pdfium.ts'

/** Device units to the point: PDFium rounds to whole ones. */
const UNITS_PER_POINT = 1000
/** Distance of the probing points; a power of two keeps the division exact. */
const PROBE_POINTS = 1024

/** x' = a·x + c·y + e, y' = b·x + d·y + f, as PDF writes its matrices. */
export interface Matrix {
  readonly a: number
  readonly b: number
  readonly c: number
  readonly d: number
  readonly e: number
  readonly f: number
}

/** The matrix that does `first` and then `second`. */
export function multiply(first: Matrix, second: Matrix): Matrix {
  return {
    a: first.a * second.a + first.b * second.c,
    b: first.a * second.b + first.b * second.d,
    c: first.c * second.a + first.d * second.c,
    d: first.c * second.b + first.d * second.d,
    e: first.e * second.a + first.f * second.c + second.e,
    f: first.e * second.b + first.f * second.d + second.f,
  }
}

/** The upright box around a rectangle after `matrix`; corners may be given in any order. */
export function transformBox(matrix: Matrix, left: number, bottom: number, right: number, top: number): Box {
  const { a, b, c, d, e, f } = matrix
  return [
    Math.min(a * left, a * right) + Math.min(c * bottom, c * top) + e,
    Math.min(b * left, b * right) + Math.min(d * bottom, d * top) + f,
    Math.max(a * left, a * right) + Math.max(c * bottom, c * top) + e,
    Math.max(b * left, b * right) + Math.max(d * bottom, d * top) + f,
  ]
}

/** The matrix from the page space of an open page to points from the top left of the upright page. */
export function pageSpaceMatrix(pdfium: Pdfium, page: number, width: number, height: number): Matrix {
  const probe = (x: number, y: number): readonly [number, number] => {
    const [across, down] = [Math.round(width * UNITS_PER_POINT), Math.round(height * UNITS_PER_POINT)]
    pdfium.call.FPDF_PageToDevice(page, 0, 0, across, down, 0, x, y, pdfium.scratch, pdfium.scratch + 4)
    return [pdfium.int(pdfium.scratch) / UNITS_PER_POINT, pdfium.int(pdfium.scratch + 4) / UNITS_PER_POINT]
  }
  const [e, f] = probe(0, 0)
  const [xRight, yRight] = probe(PROBE_POINTS, 0)
  const [xUp, yUp] = probe(0, PROBE_POINTS)
  return {
    a: (xRight - e) / PROBE_POINTS,
    b: (yRight - f) / PROBE_POINTS,
    c: (xUp - e) / PROBE_POINTS,
    d: (yUp - f) / PROBE_POINTS,
    e,
    f,
  }
}
