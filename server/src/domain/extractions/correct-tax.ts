/**
 * A person's corrections of a tax return: another amount of a line, and every check done again. The printed text and its
 * place stay as they were read.
 */
import { readAmountWord } from '../../engine/layout/amount-word.ts'
import type { Figure } from '../../engine/model/extraction.ts'
import type { Owner, ReadForm, TaxReading } from '../../engine/model/tax.ts'
import { proveTaxReturn } from '../../engine/prove/prove-tax.ts'
import { centsOf, parseCents } from '../../lib/money.ts'
import { Problem } from '../../lib/problem.ts'
import type { Correction } from './document-reader.ts'
import { proofWire } from './payload.ts'
import type { CorrectionWire, FigureSource } from './payload.ts'
import type { OwnerWire, TaxFormWire, TaxReturnPayload } from './tax-payload.ts'

export function correctTaxReturn(payload: TaxReturnPayload, corrections: readonly Correction[]): TaxReturnPayload {
  const forms = [...payload.forms]
  const made: CorrectionWire[] = []
  for (const { address, value } of corrections) {
    const [, at = '', key = ''] = /^forms\.(\d{1,4})\.(.{1,20})$/.exec(address) ?? []
    const form = forms[Number(at)]
    const line = form && Object.hasOwn(form.lines, key) ? form.lines[key] : undefined
    if (at === '' || form === undefined || line === undefined || value === undefined)
      throw new Problem('validation_failed', { message: `corrections: no amount is printed at ${address}.` })
    forms[Number(at)] = { ...form, lines: { ...form.lines, [key]: { ...line, value } } }
    made.push({ address, member: 'value', from: line.value, to: value })
  }
  const corrected = { ...payload, forms, corrections: [...payload.corrections, ...made] }
  return { ...corrected, proofs: proveTaxReturn(readingOf(corrected)).map(proofWire) }
}

/** The stored payload as the checks want it. What they don't look at (the marks of forms) is not restored. */
function readingOf(payload: TaxReturnPayload): TaxReading {
  return {
    kind: payload.reading.kind,
    pages: payload.reading.pages,
    forms: payload.forms.map(formOf),
    owners: payload.owners.map(ownerOf),
    leftovers: payload.leftovers,
  }
}

function formOf(form: TaxFormWire): ReadForm {
  return {
    form: form.form,
    taxYear: form.tax_year,
    pages: form.pages,
    source: { page: form.pages[0] ?? 0, box: [0, 0, 0, 0], text: form.form },
    lines: new Map(Object.entries(form.lines).map(([key, source]) => [key, figureOf(source)])),
    owner: form.owner && ownerOf(form.owner),
  }
}

function ownerOf(owner: OwnerWire): Owner {
  return {
    name: owner.name,
    source: owner.source ?? { page: 0, box: [0, 0, 0, 0], text: owner.name },
    share: owner.share_percent === null ? null : Math.round(Number(owner.share_percent) * 100),
    k1Form: owner.k1_form,
  }
}

/** A corrected value may have cents where the page prints none. */
function figureOf(source: FigureSource): Figure {
  const value = parseCents(source.value) ?? centsOf(0n)
  const decimals = value % 100n === 0n ? (readAmountWord(source.text)?.decimals ?? 0) : 2
  return { value, decimals, page: source.page, box: source.box, text: source.text }
}
