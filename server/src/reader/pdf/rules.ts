/** The drawn straight lines of a page: tables are ruled with them and totals underlined. */
import type { Box, Rule } from '../../engine/model/page.ts'
import { drawMode, fillPaint, objectMatrix, strokePaint, type PaintedObject } from './objects.ts'
import { multiply, type Matrix } from './page-space.ts'
import type { Pdfium } from './pdfium.ts'

/** Anything drawn thicker is a bar or a shading, in points. */
const MAX_THICKNESS_POINTS = 3
/** Anything shorter is a dash, a tick or a part of a drawn letter, in points. */
const MIN_LENGTH_POINTS = 6
/** Lines that are almost as light as paper rule nothing for the eye. */
const MAX_LUMINANCE = 0.97
const MIN_OPACITY = 0.1
/** A path with more segments is a drawing. */
const MAX_SEGMENTS = 2000
const MAX_RULES = 20_000
const MOVE_TO = 2
const LINE_TO = 0

export function drawnRules(pdfium: Pdfium, objects: readonly PaintedObject[]): Rule[] {
  const rules: Rule[] = []
  for (const object of objects) {
    if (object.kind !== 'path' || rules.length >= MAX_RULES) continue
    const [x0, y0, x1, y1] = object.box
    if (Math.max(x1 - x0, y1 - y0) < MIN_LENGTH_POINTS) continue
    if (!isDrawn(pdfium, object.handle)) continue
    // The box of a stroked path is wider than its ink; a filled one is its ink.
    if (drawMode(pdfium, object.handle).stroked) {
      for (const box of strokedLines(pdfium, object).lines) rules.push({ box })
    } else if (isRule(object.box)) {
      rules.push({ box: object.box })
    }
  }
  return rules
}

function isRule([x0, y0, x1, y1]: Box): boolean {
  const [width, height] = [x1 - x0, y1 - y0]
  return Math.min(width, height) <= MAX_THICKNESS_POINTS && Math.max(width, height) >= MIN_LENGTH_POINTS
}

function isDrawn(pdfium: Pdfium, handle: number): boolean {
  const { filled, stroked } = drawMode(pdfium, handle)
  const paint = stroked ? strokePaint(pdfium, handle) : filled ? fillPaint(pdfium, handle) : null
  return paint !== null && paint.luminance <= MAX_LUMINANCE && paint.opacity >= MIN_OPACITY
}

export interface StrokedLines {
  /** The level and upright segments: the sides of a box, or a whole grid drawn in one go. */
  readonly lines: readonly Box[]
  /** True when the path paints nothing else. */
  readonly onlyLines: boolean
  /** At most this share of the object's box is painted, from 0 to 1. */
  readonly density: number
}

export function strokedLines(pdfium: Pdfium, object: PaintedObject): StrokedLines {
  const { call, scratch } = pdfium
  const count = call.FPDFPath_CountSegments(object.handle)
  if (count > MAX_SEGMENTS) return { lines: [], onlyLines: false, density: 1 }
  const matrix = multiply(objectMatrix(pdfium, object.handle), object.toPage)
  const thickness = strokeThickness(pdfium, object.handle, matrix)
  const lines: Box[] = []
  let onlyLines = thickness <= MAX_THICKNESS_POINTS
  let length = 0
  const add = (from: Point, to: Point): void => {
    length += Math.hypot(to.x - from.x, to.y - from.y)
    const box = lineBox(from, to, thickness)
    if (box === null) onlyLines = false
    else if (isRule(box)) lines.push(box)
  }
  let start: Point = { x: 0, y: 0 }
  let from: Point = start
  for (let index = 0; index < count; index += 1) {
    const segment = call.FPDFPath_GetPathSegment(object.handle, index)
    call.FPDFPathSegment_GetPoint(segment, scratch, scratch + 4)
    const to = apply(matrix, pdfium.float(scratch), pdfium.float(scratch + 4))
    const type = call.FPDFPathSegment_GetType(segment)
    if (type === MOVE_TO) start = to
    else if (type === LINE_TO) add(from, to)
    else {
      // The points of a curve's control polygon: together at least as long as the curve.
      length += Math.hypot(to.x - from.x, to.y - from.y)
      onlyLines = false
    }
    from = to
    if (call.FPDFPathSegment_GetClose(segment) !== 0) {
      add(from, start)
      from = start
    }
  }
  const [x0, y0, x1, y1] = object.box
  const density = Math.min(1, (length * thickness) / Math.max(1, (x1 - x0) * (y1 - y0)))
  return { lines, onlyLines, density }
}

interface Point {
  readonly x: number
  readonly y: number
}

function apply(matrix: Matrix, x: number, y: number): Point {
  return { x: matrix.a * x + matrix.c * y + matrix.e, y: matrix.b * x + matrix.d * y + matrix.f }
}

function strokeThickness(pdfium: Pdfium, handle: number, matrix: Matrix): number {
  pdfium.call.FPDFPageObj_GetStrokeWidth(handle, pdfium.scratch)
  const scale = Math.sqrt(Math.abs(matrix.a * matrix.d - matrix.b * matrix.c))
  return Math.max(0.1, pdfium.float(pdfium.scratch) * scale)
}

/** The box of a level or upright line; null for a slanting one. */
function lineBox(from: Point, to: Point, thickness: number): Box | null {
  const half = thickness / 2
  const level = Math.abs(from.y - to.y) < 0.5
  const upright = Math.abs(from.x - to.x) < 0.5
  if (!level && !upright) return null
  return [
    Math.min(from.x, to.x) - (upright ? half : 0),
    Math.min(from.y, to.y) - (level ? half : 0),
    Math.max(from.x, to.x) + (upright ? half : 0),
    Math.max(from.y, to.y) + (level ? half : 0),
  ]
}
