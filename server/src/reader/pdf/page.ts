/** One page of a PDF, read: its words, rules and notes, and a picture of what only recognition can read. */
import type { Page, PageNote } from '../../engine/model/page.ts'
import type { PageReading } from '../scan/picture.ts'
import type { GrayImage } from '../scan/gray-image.ts'
import { grayWithoutStrokes } from '../scan/pen-strokes.ts'
import { hasPrint, straighten, turnBox } from '../scan/straighten.ts'
import { readAnnotations } from './annotations.ts'
import { closePage, openPage, type OpenPage } from './open-page.ts'
import type { Pdfium } from './pdfium.ts'
import { unreadPictures } from './pictures.ts'
import { RECOGNITION_DPI, renderColour, renderGray } from './render.ts'
import { drawnRules } from './rules.ts'
import { readShownText, type ShownText } from './shown-text.ts'
import { charactersToWords } from './words.ts'

/** Characters that no table of the file maps to a letter make the layer worthless past this share. */
const MAX_UNMAPPED_SHARE = 0.05
/** Legal paper has 119; 300 dots to the inch then make 11 megapixels, four bytes each in colour. */
const MAX_COLOUR_SQUARE_INCHES = 120
/** US letter, for pages that cannot be opened and have no size of their own. */
const LETTER = { width: 612, height: 792 } as const

/** `number` counts from 1; `form` is the document's form-fill environment, or 0. */
export function readPdfPage(pdfium: Pdfium, document: number, number: number, form: number): PageReading {
  const open = openPage(pdfium, document, number - 1)
  if (open === null) return { page: damagedPage(number), picture: null }
  try {
    const annotations = readAnnotations(pdfium, open.handle, form, open.toPage)
    const shown = readShownText(pdfium, open, annotations.overlays)
    const notes: PageNote[] = shown.hidden > 0 ? [{ code: 'hidden_text', count: shown.hidden }] : []
    const onlyPainted = !shown.characters.some((character) => character.text !== ' ')
    const untrusted = isUntrusted(shown)
    if (untrusted || (onlyPainted && shown.painted.objects.length > 0)) {
      const letters = shown.characters.filter((character) => character.text !== ' ').length
      if (untrusted) notes.splice(0, 1, { code: 'text_layer_redone', count: letters })
      return readFromPicture(pdfium, open, { ...blankPage(open, number), words: annotations.words, notes })
    }
    const words = [...charactersToWords(shown.characters), ...annotations.words]
    const rules = drawnRules(pdfium, shown.painted.objects)
    const page: Page = { ...blankPage(open, number), words, rules, notes }
    const picture = unreadPictures(pdfium, open, shown.painted.objects, words)
    if (picture === null) return { page, picture }
    return { page: { ...page, notes: [...notes, { code: 'picture_text', count: 0 }] }, picture }
  } finally {
    closePage(pdfium, open)
  }
}

function isUntrusted({ characters }: ShownText): boolean {
  let [letters, unmapped] = [0, 0]
  for (const character of characters) {
    if (character.text === ' ') continue
    letters += 1
    if (character.unmapped) unmapped += 1
  }
  return unmapped > MAX_UNMAPPED_SHARE * letters
}

/** The whole page is to be recognised, straightened first; what is written onto it keeps its words. */
function readFromPicture(pdfium: Pdfium, open: OpenPage, page: Page): PageReading {
  const drawn = drawForRecognition(pdfium, open)
  if (!hasPrint(drawn)) return { page, picture: null }
  const { image, turned } = straighten(drawn)
  const middle = [open.width / 2, open.height / 2] as const
  return {
    page: {
      ...page,
      kind: 'ocr',
      turned,
      // Text that the page hides under its own picture is the work of an earlier recognition, which this one replaces.
      notes: page.notes.map((note) => ({ ...note, code: 'text_layer_redone' })),
      words: page.words.map((word) => ({ ...word, box: turnBox(word.box, middle, turned) })),
    },
    picture: { image, origin: [0, 0], regions: null },
  }
}

/** People draw on sheets of the usual sizes; larger ones are drawn in gray alone, for the memory that colour takes. */
function drawForRecognition(pdfium: Pdfium, open: OpenPage): GrayImage {
  const inches = (open.width / 72) * (open.height / 72)
  if (inches > MAX_COLOUR_SQUARE_INCHES) return renderGray(pdfium, open, RECOGNITION_DPI)
  return grayWithoutStrokes(renderColour(pdfium, open, RECOGNITION_DPI, 0), RECOGNITION_DPI)
}

function blankPage({ width, height }: { width: number; height: number }, number: number): Page {
  return { number, width, height, kind: 'digital', words: [], rules: [], turned: 0, title: null, notes: [] }
}

function damagedPage(number: number): Page {
  return { ...blankPage(LETTER, number), notes: [{ code: 'damaged', count: 0 }] }
}
