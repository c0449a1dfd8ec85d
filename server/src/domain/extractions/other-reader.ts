/** The reader of what no other reader is for: it takes no figures, and lists the amounts that it sees and leaves. */
import { readAmountWord } from '../../engine/layout/amount-word.ts'
import type { Page } from '../../engine/model/page.ts'
import type { DocumentReader } from './document-reader.ts'
import { commonPayload } from './payload.ts'
import type { ExtractionPayload, LeftoverWire } from './payload.ts'

/** Shorter numbers are as good as never money: days, notes, page numbers. */
const MIN_DIGITS = 3

export const otherReader: DocumentReader<ExtractionPayload> = {
  read: (pages, document) => ({ ...commonPayload(pages, document), leftovers: pages.flatMap(amountsOn) }),
  figures: () => [],
  lineItems: () => 0,
}

function amountsOn(page: Page): LeftoverWire[] {
  return page.words.flatMap(({ text, box }) => {
    const amount = readAmountWord(text)
    if (amount === null || amount.nil || !amount.marked || amount.digits < MIN_DIGITS) return []
    return [{ page: page.number, box, text, reason: 'unplaced' as const, column: null }]
  })
}
