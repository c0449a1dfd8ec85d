/** A proved tax return in the words of the interface. */
import type { Page } from '../../engine/model/page.ts'
import type { Owner, ReadForm } from '../../engine/model/tax.ts'
import { figureWire, textWire } from './payload-parts.ts'
import type { TextSource } from './payload-parts.ts'
import { commonPayload, proofWire } from './payload.ts'
import type { DocumentFacts, ExtractionPayload, FigureSource, PeriodWire } from './payload.ts'
import type { ProvedTaxReturn } from './read-tax.ts'

export interface OwnerWire {
  readonly name: string
  readonly share_percent: string | null
  readonly k1_form: string | null
  readonly source: TextSource | null
}

export interface TaxFormWire {
  readonly form: string
  readonly tax_year: number | null
  readonly pages: readonly number[]
  /** By the number that the form prints. */
  readonly lines: Readonly<Record<string, FigureSource>>
  /** On a Schedule K-1: whose it is. */
  readonly owner: OwnerWire | null
}

export interface TaxReturnPayload extends ExtractionPayload {
  readonly forms: readonly TaxFormWire[]
  readonly owners: readonly OwnerWire[]
}

export function taxReturnPayload(
  pages: readonly Page[],
  document: DocumentFacts,
  { reading, proofs }: ProvedTaxReturn,
): TaxReturnPayload {
  return {
    ...commonPayload(pages, document),
    currency: 'USD',
    periods: yearsOf(reading.forms),
    forms: reading.forms.map(formWire),
    owners: reading.owners.map((owner, index) => ownerWire(owner, `owners.${index}`)),
    proofs: proofs.map(proofWire),
    leftovers: reading.leftovers,
    reading: { kind: reading.kind, pages: reading.pages },
  }
}

function formWire(form: ReadForm, index: number): TaxFormWire {
  const lines: Record<string, FigureSource> = {}
  for (const [key, figure] of form.lines) {
    const wire = figureWire(figure, `forms.${index}.${key}`)
    if (wire !== null) lines[key] = wire
  }
  return {
    form: form.form,
    tax_year: form.taxYear,
    pages: form.pages,
    lines,
    owner: form.owner && ownerWire(form.owner, `forms.${index}.owner`),
  }
}

function ownerWire(owner: Owner, address: string): OwnerWire {
  const share = owner.share === null ? null : (owner.share / 100).toFixed(2)
  return { name: owner.name, share_percent: share, k1_form: owner.k1Form, source: textWire(owner.source, address) }
}

/** The forms speak of calendar years unless they say otherwise; a fiscal year's own dates are not read. */
function yearsOf(forms: readonly ReadForm[]): PeriodWire[] {
  const known = new Map<number, PeriodWire>()
  for (const { taxYear, source } of forms)
    if (taxYear !== null && !known.has(taxYear))
      known.set(taxYear, {
        fiscal_year: taxYear,
        period_end: `${taxYear}-12-31`,
        label: String(taxYear),
        months_covered: 12,
        scale: 1,
        source,
      })
  return [...known.values()]
}
