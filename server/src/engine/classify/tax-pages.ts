/**
 * Which pages make one return. A return is one document with its schedules, the forms attached to it and the K-1s that
 * it gives out; another taxpayer, another year or another main form begins another document.
 */
import type { FormMark } from '../layout/form-mark.ts'
import { looksAttached, looksLikeForm } from '../layout/form-page.ts'
import { writtenUnder } from '../layout/captioned-box.ts'
import type { CutDocument } from '../model/classification.ts'
import type { Page } from '../model/page.ts'
import { readFormMark } from '../layout/form-mark.ts'
import type { PageVerdict } from './classify-page.ts'

/** Whether the page goes on with the return that the pages before it belong to. */
export function continuesReturn(group: readonly PageVerdict[], next: PageVerdict): boolean {
  const marks = group.flatMap((verdict) => verdict.mark ?? [])
  const { mark } = next
  if (mark === null) return goesOnUnmarked(marks, next)
  if (!mark.first && marks.at(-1)?.form === mark.form) return true
  if (!sameYear(marks, mark) || !sameTaxpayer(marks, mark)) return false
  const main = marks.find((one) => one.role === 'return')
  if (mark.role === 'return' && mark.first) return main === undefined && sharesTaxpayer(marks, mark)
  if (mark.role === 'share' && mark.first) return main !== undefined
  return true
}

/** Pages whose marks were lost in recognition, and lists that are attached to a return. */
function goesOnUnmarked(marks: readonly FormMark[], next: PageVerdict): boolean {
  if (marks.length === 0) return next.class === 'tax-return'
  return next.class === 'tax-return' || looksAttached(next.page) || looksLikeForm(next.page)
}

function sameYear(marks: readonly FormMark[], mark: FormMark): boolean {
  return mark.year === null || marks.every((one) => one.year === null || one.year === mark.year)
}

/** Numbers that differ are different taxpayers; where a page prints none, nothing speaks against it. */
function sameTaxpayer(marks: readonly FormMark[], mark: FormMark): boolean {
  const before = marks.filter((one) => one.taxpayers.size > 0)
  return mark.taxpayers.size === 0 || before.length === 0 || sharesTaxpayer(before, mark)
}

function sharesTaxpayer(marks: readonly FormMark[], mark: FormMark): boolean {
  return marks.some((one) => [...one.taxpayers].some((number) => mark.taxpayers.has(number)))
}

const FIRST_NAME = /^Your first name\b/i
const LAST_NAME = /^Last name\b/i
/** Boxes in which other forms ask for the name; the caption of a lone name may stand behind a letter. */
const NAME_BOXES: readonly RegExp[] = [
  /^(?:[A-Z] )?(?:corporation|partnership)['’]s name\b/i,
  /^(?:[A-Z]\d? )?name of (?:proprietor|partnership|corporation)\b/i,
  /^name(?:\(s\))? shown on\b/i,
  /^(?:[A-Z] )?(?:type or print |print or type )?name(?:\s[.,(]|$)/i,
]

/** The name in the box that asks for it, on the first page that has one. */
export function readTaxpayer(pages: readonly Page[]): CutDocument['entity'] {
  for (const page of pages) {
    const first = writtenUnder(page, FIRST_NAME)
    const last = first === null ? null : writtenUnder(page, LAST_NAME)
    if (first !== null && last !== null)
      return { name: `${first.text} ${last.text}`, source: { ...first, text: `${first.text} ${last.text}` } }
    for (const box of NAME_BOXES) {
      const name = writtenUnder(page, box)
      if (name !== null) return { name: name.text, source: name }
    }
  }
  return null
}

/** A person's return bears no EIN of its own: the one on it is that of whoever prepared it. */
export function bearsEin(pages: readonly Page[]): boolean {
  return !pages.some((page) => readFormMark(page)?.form.startsWith('Form 1040') === true)
}
