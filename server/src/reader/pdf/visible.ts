/**
 * Does the page show what its text layer says? Text can be invisible by its mode, have the colour of what is beneath
 * it, be covered, be cut off, or stand in a layer that is switched off. Looking at every page would cost as much as
 * reading it, so most text is proved visible from the painting order alone: dark enough against the plain ground
 * under it, and nothing painted over it. What cannot be proved is looked at: the page is drawn with those texts and
 * without them, and a character whose absence changes nothing in its box is not shown.
 */
import { boxArea, boxContains, boxesOverlap, sharedArea } from '../../engine/model/box.ts'
import type { Box } from '../../engine/model/page.ts'
import { drawMode, fillPaint, strokePaint, type Paint, type PaintedObject, type PaintedPage } from './objects.ts'
import { transformBox } from './page-space.ts'
import type { Pdfium } from './pdfium.ts'
import { renderGray } from './render.ts'
import { strokedLines } from './rules.ts'
import type { LayerCharacter } from './text.ts'

/** Least difference of luminance between a letter and its ground at which a person reads it without effort. */
const MIN_CONTRAST = 0.25
/** Least change of a pixel, of 255, that counts when the page is drawn without a text. */
const MIN_PIXEL_CHANGE = 12
/** A cover that takes away less than this share of a text, such as a rule through it, hides nothing. */
const MAX_COVERED_SHARE = 0.15
const LOOK_DPI = 100
/** Smaller print, in points, is not meant to be read by a person. */
const MIN_READABLE_POINTS = 1.5
/** Comparing every text with every cover is quadratic; past this the page is looked at. */
const MAX_COMPARISONS = 4_000_000
const PAPER: Paint = { luminance: 1, opacity: 1 }
const INVISIBLE = 3
const CLIP_ONLY = 7
const STROKE_ONLY = 1
const OPAQUE = 0.99
/** Letters may stick out of the shading they stand on by a hair. */
const EDGE_SLACK_POINTS = 0.5
/** A box is drawn with five segments at most. */
const BOX_SEGMENTS = 5
/** Marks content that belongs to a layer (an 'optional content group'). */
const LAYER_MARK = 'OC'

/**
 * The characters that the page shows, and how many it holds without showing them. `overlays` are the boxes of what is
 * drawn over the page's own content: annotations.
 */
export function shownCharacters(
  pdfium: Pdfium,
  page: { readonly handle: number; readonly width: number; readonly height: number },
  painted: PaintedPage,
  overlays: readonly Box[],
  characters: readonly LayerCharacter[],
): { shown: LayerCharacter[]; hidden: number } {
  const verdicts = judgeTexts(pdfium, painted, overlays)
  const sheet: Box = [0, 0, page.width, page.height]
  let hidden = 0
  const doubtful = new Set<number>()
  const candidates = characters.filter((character) => {
    if (character.text === ' ') return true
    const verdict = verdicts.get(character.object) ?? 'doubtful'
    if (verdict === 'hidden' || character.style.size < MIN_READABLE_POINTS || !boxesOverlap(character.box, sheet)) {
      hidden += 1
      return false
    }
    if (verdict === 'doubtful') doubtful.add(character.object)
    return true
  })
  if (doubtful.size === 0) return { shown: candidates, hidden }
  const change = changeWithout(pdfium, page, doubtful)
  const shown = candidates.filter((character) => {
    if (character.text === ' ' || !doubtful.has(character.object) || change(character.box)) return true
    hidden += 1
    return false
  })
  return { shown, hidden }
}

type Verdict = 'shown' | 'hidden' | 'doubtful'

/** For every text object what the painting order proves. */
function judgeTexts(
  pdfium: Pdfium,
  { objects, complete }: PaintedPage,
  overlays: readonly Box[],
): Map<number, Verdict> {
  const verdicts = new Map<number, Verdict>()
  const covers = [
    ...objects.flatMap((object, order) => coversOf(pdfium, object, order)),
    ...overlays.map((box): Cover => ({ order: Infinity, box, paint: null, solid: false, density: 1 })),
  ]
  const texts = objects.filter((object) => object.kind === 'text')
  const provable = complete && covers.length * texts.length <= MAX_COMPARISONS
  for (const [order, object] of objects.entries()) {
    if (object.kind !== 'text') continue
    const mode = pdfium.call.FPDFTextObj_GetTextRenderMode(object.handle)
    if (mode === INVISIBLE || mode === CLIP_ONLY) verdicts.set(object.handle, 'hidden')
    else if (provable && isProved(pdfium, object, order, covers, mode)) verdicts.set(object.handle, 'shown')
    else verdicts.set(object.handle, 'doubtful')
  }
  return verdicts
}

/** Something painted that may lie under or over a text. */
interface Cover {
  readonly order: number
  readonly box: Box
  /** Null where its colour is not one colour, or not known. */
  readonly paint: Paint | null
  /** True when it hides all that its box holds: a filled box does, a ring or a letter drawn as a path does not. */
  readonly solid: boolean
  /** How much of its box it paints at most, from 0 to 1: a frame paints little of the box it runs around. */
  readonly density: number
}

function coversOf(pdfium: Pdfium, object: PaintedObject, order: number): Cover[] {
  if (object.kind === 'text') return []
  if (object.kind !== 'path') return [{ order, box: object.box, paint: null, solid: false, density: 1 }]
  const { filled, stroked } = drawMode(pdfium, object.handle)
  if (!filled && !stroked) return []
  const seeThrough = pdfium.call.FPDFPageObj_HasTransparency(object.handle) !== 0
  if (filled) {
    const solid = !seeThrough && pdfium.call.FPDFPath_CountSegments(object.handle) <= BOX_SEGMENTS
    const paint = seeThrough ? null : fillPaint(pdfium, object.handle)
    return [{ order, box: object.box, paint, solid, density: 1 }]
  }
  const paint = seeThrough ? null : strokePaint(pdfium, object.handle)
  const { lines, onlyLines, density } = strokedLines(pdfium, object)
  if (onlyLines) return lines.map((box) => ({ order, box, paint, solid: false, density: 1 }))
  return [{ order, box: object.box, paint, solid: false, density }]
}

/** Nothing over it, and contrast with every colour that may lie under it. */
function isProved(pdfium: Pdfium, text: PaintedObject, order: number, covers: readonly Cover[], mode: number): boolean {
  // A form object may belong to a layer that is switched off, and nothing but drawing it tells.
  if (text.insideForm || hasLayerMark(pdfium, text.handle)) return false
  if (pdfium.call.FPDFPageObj_HasTransparency(text.handle) !== 0) return false
  const ink = mode === STROKE_ONLY ? strokePaint(pdfium, text.handle) : fillPaint(pdfium, text.handle)
  if (ink === null || ink.opacity < OPAQUE) return false
  const notable = MAX_COVERED_SHARE * boxArea(text.box)
  let grounds: (Paint | null)[] = [PAPER]
  let covered = 0
  for (const cover of covers) {
    const shared = sharedArea(cover.box, text.box) * cover.density
    if (shared === 0) continue
    if (cover.order > order) covered += shared
    else if (cover.solid && boxContains(cover.box, text.box, EDGE_SLACK_POINTS)) grounds = [cover.paint]
    else if (shared > notable) grounds.push(cover.paint)
  }
  if (covered > notable || !contrasts(ink, grounds)) return false
  return isInsideClip(pdfium, text)
}

/** Darker than all that may lie under it, or lighter than all, by enough. */
function contrasts(ink: Paint, grounds: readonly (Paint | null)[]): boolean {
  const darker = grounds.every((ground) => ground !== null && ground.luminance - ink.luminance >= MIN_CONTRAST)
  return darker || grounds.every((ground) => ground !== null && ink.luminance - ground.luminance >= MIN_CONTRAST)
}

function hasLayerMark(pdfium: Pdfium, handle: number): boolean {
  const count = pdfium.call.FPDFPageObj_CountMarks(handle)
  for (let index = 0; index < count; index += 1) {
    if (pdfium.markIs(pdfium.call.FPDFPageObj_GetMark(handle, index), LAYER_MARK)) return true
  }
  return false
}

/** True when no clip path cuts into the text. */
function isInsideClip(pdfium: Pdfium, text: PaintedObject): boolean {
  const { call, scratch } = pdfium
  const clip = call.FPDFPageObj_GetClipPath(text.handle)
  if (clip === 0) return true
  const paths = call.FPDFClipPath_CountPaths(clip)
  for (let path = 0; path < paths; path += 1) {
    const segments = call.FPDFClipPath_CountPathSegments(clip, path)
    // A clip that is no plain box may be of any shape.
    if (segments > BOX_SEGMENTS) return false
    let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity]
    for (let index = 0; index < segments; index += 1) {
      call.FPDFPathSegment_GetPoint(call.FPDFClipPath_GetPathSegment(clip, path, index), scratch, scratch + 4)
      const [x, y] = [pdfium.float(scratch), pdfium.float(scratch + 4)]
      left = Math.min(left, x)
      bottom = Math.min(bottom, y)
      right = Math.max(right, x)
      top = Math.max(top, y)
    }
    const box = transformBox(text.toPage, left, bottom, right, top)
    if (sharedArea(box, text.box) < (1 - MAX_COVERED_SHARE) * boxArea(text.box)) return false
  }
  return true
}

/** Draws the page with and without the given texts; the answer tells whether anything differs inside a box. */
function changeWithout(
  pdfium: Pdfium,
  page: { readonly handle: number; readonly width: number; readonly height: number },
  texts: ReadonlySet<number>,
): (box: Box) => boolean {
  const { call } = pdfium
  const whole = renderGray(pdfium, page, LOOK_DPI)
  for (const text of texts) call.FPDFPageObj_SetIsActive(text, 0)
  const without = renderGray(pdfium, page, LOOK_DPI)
  for (const text of texts) call.FPDFPageObj_SetIsActive(text, 1)
  const scale = whole.dpi / 72
  return ([x0, y0, x1, y1]) => {
    const [left, right] = [Math.max(0, Math.floor(x0 * scale)), Math.min(whole.width, Math.ceil(x1 * scale))]
    const [top, bottom] = [Math.max(0, Math.floor(y0 * scale)), Math.min(whole.height, Math.ceil(y1 * scale))]
    for (let y = top; y < bottom; y += 1) {
      for (let x = left; x < right; x += 1) {
        const at = y * whole.width + x
        if (Math.abs((whole.data[at] ?? 0) - (without.data[at] ?? 0)) >= MIN_PIXEL_CHANGE) return true
      }
    }
    return false
  }
}
