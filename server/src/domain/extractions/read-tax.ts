/** A tax return → its forms, with proofs. */
import { readTaxReturn } from '../../engine/extract/tax/read-tax-return.ts'
import type { Proof } from '../../engine/model/extraction.ts'
import type { Page } from '../../engine/model/page.ts'
import type { TaxReading } from '../../engine/model/tax.ts'
import { proveTaxReturn } from '../../engine/prove/prove-tax.ts'

export interface ProvedTaxReturn {
  readonly reading: TaxReading
  readonly proofs: readonly Proof[]
}

export function readProvedTaxReturn(pages: readonly Page[]): ProvedTaxReturn {
  const reading = readTaxReturn(pages)
  return { reading, proofs: proveTaxReturn(reading) }
}
