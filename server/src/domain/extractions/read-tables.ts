/** A document that is a table → what it says, with proofs: agings and debt schedules. */
import { readAging } from '../../engine/extract/aging/read-aging.ts'
import { readDebtSchedule } from '../../engine/extract/debt/read-debt.ts'
import type { DebtReading } from '../../engine/model/debt.ts'
import { proveDebt } from '../../engine/prove/prove-debt.ts'
import type { AgingClass, AgingReading } from '../../engine/model/aging.ts'
import type { Proof } from '../../engine/model/extraction.ts'
import type { Page } from '../../engine/model/page.ts'
import { proveAging } from '../../engine/prove/prove-aging.ts'

export interface ProvedAging {
  readonly reading: AgingReading
  readonly proofs: readonly Proof[]
}

/** `pages` are those of the cut document. */
export function readProvedAging(pages: readonly Page[], of: AgingClass): ProvedAging {
  const reading = readAging(pages, of)
  return { reading, proofs: proveAging(reading) }
}

export interface ProvedDebt {
  readonly reading: DebtReading
  readonly proofs: readonly Proof[]
}

export function readProvedDebt(pages: readonly Page[]): ProvedDebt {
  const reading = readDebtSchedule(pages)
  return { reading, proofs: proveDebt(reading) }
}
