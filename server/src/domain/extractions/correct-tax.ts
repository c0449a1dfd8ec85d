/** Corrections of a tax return: another amount of a line. The captions are the form's own. */
import type { Owner, ReadForm, TaxReading } from '../../engine/model/tax.ts'
import { proveTaxReturn } from '../../engine/prove/prove-tax.ts'
import type { Correctable } from './corrections.ts'
import { placeless, restoredFigure } from './corrections.ts'
import { proofWire } from './payload.ts'
import type { OwnerWire, TaxFormWire, TaxReturnPayload } from './tax-payload.ts'

export const correctableTaxReturn: Correctable<TaxReturnPayload> = {
  figuresIn: ['forms'],
  reword: () => null,
  settle: (payload) => ({ ...payload, proofs: proveTaxReturn(readingOf(payload)).map(proofWire) }),
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
    source: { ...placeless(form.form), page: form.pages[0] ?? 0 },
    lines: new Map(Object.entries(form.lines).map(([key, source]) => [key, restoredFigure(source)])),
    owner: form.owner && ownerOf(form.owner),
  }
}

function ownerOf(owner: OwnerWire): Owner {
  return {
    name: owner.name,
    source: owner.source ?? placeless(owner.name),
    share: owner.share_percent === null ? null : Math.round(Number(owner.share_percent) * 100),
    k1Form: owner.k1_form,
  }
}
