/** Names of companies and people in the form in which they are compared: `business:` or `person:` and the folded name. */
import { foldText } from '../../lib/fold.ts'
import type { Evidence } from '../../engine/model/classification.ts'

export type EntityKind = 'business' | 'person'

/** Says how a company is organised, not which one it is; printed one time and left out the next. */
const COMPANY_FORM =
  /(?: (?:inc|incorporated|llc|ltd|limited|corp|corporation|co|company|lp|llp|pllc|pc|plc|gmbh|ag|bv|nv|pty))+$/

export function foldEntityName(name: string): string {
  const folded = foldText(name)
  return folded.replace(COMPANY_FORM, '') || folded
}

export function entityKey(kind: EntityKind, name: string): string {
  return `${kind}:${foldEntityName(name)}`
}

/** A personal financial statement is about a person, and so is the tax return of an individual; all else is business. */
export function kindOfDocument(reportType: string, evidence: readonly Pick<Evidence, 'text'>[]): EntityKind {
  if (reportType === 'personal-financial-statements') return 'person'
  const individual = evidence.some(({ text }) => /\b1040\b|\bindividual\b/i.test(text))
  return reportType === 'tax-returns' && individual ? 'person' : 'business'
}
