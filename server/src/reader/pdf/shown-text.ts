/** The text layer of a page, less what the page does not show. */
import type { Box } from '../../engine/model/page.ts'
import { paintedObjects, type PaintedPage } from './objects.ts'
import type { OpenPage } from './open-page.ts'
import type { Pdfium } from './pdfium.ts'
import { readTextLayer, type LayerCharacter } from './text.ts'
import { shownCharacters } from './visible.ts'

export interface ShownText {
  readonly characters: readonly LayerCharacter[]
  /** Characters that the file holds and the page does not show. */
  readonly hidden: number
  readonly painted: PaintedPage
}

/** `overlays`: boxes of what is drawn over the page's own content. */
export function readShownText(pdfium: Pdfium, page: OpenPage, overlays: readonly Box[]): ShownText {
  const painted = paintedObjects(pdfium, page.handle, page.toPage)
  const textPage = pdfium.call.FPDFText_LoadPage(page.handle)
  if (textPage === 0) return { characters: [], hidden: 0, painted }
  try {
    const layer = readTextLayer(pdfium, textPage, page.toPage)
    const { shown, hidden } = shownCharacters(pdfium, page, painted, overlays, layer)
    return { characters: shown, hidden, painted }
  } finally {
    pdfium.call.FPDFText_ClosePage(textPage)
  }
}
