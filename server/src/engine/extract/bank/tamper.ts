/**
 * Cheap signs that a file was worked on after the bank made it. Each has innocent causes (a browser's print, a
 * signature, a repaired font), so each is a finding for a person and none is a verdict.
 */
import type { Steps } from '../../../lib/steps.ts'
import type { BankAccount, BankFinding } from '../../model/bank.ts'
import type { FileOrigin, Page } from '../../model/page.ts'

/** Programs for drawing and editing; banks print with none of them. */
const EDITOR =
  /\b(?:photoshop|illustrator|acrobat (?:pro|dc|\d)|pdfelement|foxit (?:phantom|editor)|nitro|sejda|smallpdf|ilovepdf|pdf-?xchange|canva|gimp|inkscape|libreoffice|openoffice|microsoft.{0,3} (?:word|excel)|preview|quartz pdfcontext.*preview|soda pdf|pdfescape|pdf candy|coreldraw|pages)\b/i
/** A modification that follows the making by less than this is part of it. */
const SAME_SITTING_MS = 24 * 3_600_000
/** A font is the column's own when nearly all of its figures share it, and there are enough to tell. */
const MIN_FIGURES = 8
const MAX_STRANGERS = 3

export function* findFindingsInSteps(pages: readonly Page[], accounts: readonly BankAccount[]): Steps<BankFinding[]> {
  const origin = pages.find((page) => page.origin !== undefined)?.origin
  const fonts = yield* fontsByPlace(pages)
  return [...(origin ? originFindings(origin) : []), ...coveredText(pages), ...fontFindings(fonts, accounts)]
}

function originFindings({ producer, creator, created, modified, updates }: FileOrigin): BankFinding[] {
  const findings: BankFinding[] = []
  const program = [producer, creator].find((name) => name !== null && EDITOR.test(name))
  if (program !== undefined)
    findings.push(finding('made_by_editor', `the file names '${program ?? ''}' as the program that wrote it`))
  if (created !== null && modified !== null && Date.parse(modified) - Date.parse(created) > SAME_SITTING_MS)
    findings.push(finding('modified_later', `made ${created.slice(0, 10)}, modified ${modified.slice(0, 10)}`))
  if (updates > 0) findings.push(finding('saved_again', `the file was added to ${updates} times after it was written`))
  return findings
}

function finding(code: BankFinding['code'], message: string): BankFinding {
  return { code, message, addresses: [], spot: null }
}

function coveredText(pages: readonly Page[]): BankFinding[] {
  return pages.flatMap((page) =>
    page.notes
      .filter((note) => note.code === 'hidden_text')
      .map((note) =>
        finding('text_under_cover', `page ${page.number} holds ${note.count} words that it does not show`),
      ),
  )
}

/** A figure set in another font or size than nearly all others of its column. */
function fontFindings(fonts: ReadonlyMap<string, string>, accounts: readonly BankAccount[]): BankFinding[] {
  return accounts.flatMap((account, index) =>
    (['amount', 'balance'] as const).flatMap((column) => {
      const figures = account.transactions.flatMap((one, position) => {
        const figure = one[column]
        const font = figure === null ? undefined : fonts.get(placeOf(figure.page, figure.box[0], figure.box[1]))
        return figure === null || font === undefined ? [] : [{ figure, font, position }]
      })
      const counts = new Map<string, number>()
      for (const { font } of figures) counts.set(font, (counts.get(font) ?? 0) + 1)
      const [usual, own = 0] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? []
      const strangers = figures.filter(({ font }) => font !== usual)
      if (own < MIN_FIGURES || strangers.length === 0 || strangers.length > MAX_STRANGERS) return []
      return strangers.map(({ figure, font, position }) => ({
        code: 'font_differs' as const,
        message: `set in ${font} where the column is set in ${usual ?? ''}`,
        addresses: [`accounts.${index}.transactions.${position}.${column}`],
        spot: { page: figure.page, box: figure.box, text: figure.text },
      }))
    }),
  )
}

function* fontsByPlace(pages: readonly Page[]): Steps<Map<string, string>> {
  const fonts = new Map<string, string>()
  for (const page of pages) {
    if (page.kind !== 'digital') continue
    for (const word of page.words)
      if (word.font !== null && /\d/.test(word.text))
        fonts.set(placeOf(page.number, word.box[0], word.box[1]), `${word.font} ${Math.round(word.size * 2) / 2}`)
    yield
  }
  return fonts
}

function placeOf(page: number, x: number, y: number): string {
  return `${page} ${Math.round(x)} ${Math.round(y)}`
}
