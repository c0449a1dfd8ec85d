/** The reader of tax returns. */
import { correctableTaxReturn } from './correct-tax.ts'
import type { DocumentReader } from './document-reader.ts'
import { readProvedTaxReturn } from './read-tax.ts'
import { taxReturnPayload } from './tax-payload.ts'
import type { TaxReturnPayload } from './tax-payload.ts'

export const taxReturnReader: DocumentReader<TaxReturnPayload> = {
  read: (pages, document) => taxReturnPayload(pages, document, readProvedTaxReturn(pages)),
  figures: (payload) =>
    payload.forms.flatMap((form) =>
      Object.entries(form.lines).map(([key, figure]) => ({
        figure,
        caption: `${form.form} line ${key}`,
        period: payload.periods.find((period) => period.fiscal_year === form.tax_year) ?? null,
        scale: 1,
      })),
    ),
  lineItems: (payload) => payload.forms.reduce((sum, form) => sum + Object.keys(form.lines).length, 0),
  correctable: correctableTaxReturn,
}
