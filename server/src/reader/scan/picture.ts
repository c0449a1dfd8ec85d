/** What reading a page gives when not all of it can be read as text. */
import type { Box, Page } from '../../engine/model/page.ts'
import type { GrayImage } from './gray-image.ts'

/** A picture of a page, or of a part of one, whose words are still to be recognised. */
export interface Picture {
  readonly image: GrayImage
  /** Where on the page its top left corner lies, in points. */
  readonly origin: readonly [x: number, y: number]
  /** Only words inside one of these count; null when all do. */
  readonly regions: readonly Box[] | null
}

export interface PageReading {
  readonly page: Page
  /** Null when the page is complete as it is. */
  readonly picture: Picture | null
}
