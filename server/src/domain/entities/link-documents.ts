/**
 * Which of the borrower's companies each document belongs to, decided over all of its documents at once: pure, so that
 * the answer depends on what is there and not on the order in which it came. A company is the borrower's when it is the
 * borrower itself, when a tax return names it, or when a person has filed a document under it. Names decide; an EIN
 * joins names that are alike, and tells apart companies of one name.
 */
import type { CompanyAttachment } from '../../store/documents.ts'
import { entityKey, foldEntityName } from './entity-key.ts'

export interface LinkableDocument {
  readonly id: string
  readonly reportType: string
  readonly entityName: string | null
  readonly entityKey: string | null
  readonly einLast4: string | null
  readonly attachedByHand: boolean
  readonly companyAttachments: readonly CompanyAttachment[]
}

export interface LinkableBorrower {
  readonly businessName: string | null
  readonly einLast4: string | null
}

export interface Links {
  readonly entityUnlinked: boolean
  readonly companyAttachments: readonly CompanyAttachment[]
}

interface Company {
  readonly key: string
  readonly name: string
  readonly einLast4: string | null
}

export function linkDocuments(
  borrower: LinkableBorrower,
  documents: readonly LinkableDocument[],
): ReadonlyMap<string, Links> {
  const companies = companiesOf(borrower, documents)
  return new Map(documents.map((document) => [document.id, linksOf(document, companies)]))
}

function companiesOf(borrower: LinkableBorrower, documents: readonly LinkableDocument[]): Company[] {
  const found: Company[] = []
  const add = (company: Company): void => {
    const same = found.findIndex((one) => one.key === company.key && agree(one.einLast4, company.einLast4))
    const known = found[same]
    // The first to name a company gives it its name; whoever knows its EIN completes it.
    if (known) found[same] = { ...known, einLast4: known.einLast4 ?? company.einLast4 }
    else found.push(company)
  }
  if (borrower.businessName !== null) {
    const { businessName, einLast4 } = borrower
    add({ key: entityKey('business', businessName), name: businessName, einLast4 })
  }
  for (const { companyAttachments } of documents.filter(({ attachedByHand }) => attachedByHand))
    for (const { entity_name, entity_ein_last4 } of companyAttachments)
      add({ key: entityKey('business', entity_name), name: entity_name, einLast4: entity_ein_last4 })
  for (const { reportType, entityKey: key, entityName, einLast4 } of documents)
    if (reportType === 'tax-returns' && key !== null && entityName !== null) add({ key, name: entityName, einLast4 })
  return found
}

function linksOf(document: LinkableDocument, companies: readonly Company[]): Links {
  if (document.attachedByHand)
    return {
      entityUnlinked: document.companyAttachments.length === 0,
      companyAttachments: document.companyAttachments,
    }
  const company =
    companies.find(({ key, einLast4 }) => key === document.entityKey && agree(einLast4, document.einLast4)) ??
    companies.find((one) => one.einLast4 !== null && one.einLast4 === document.einLast4 && alike(one, document))
  if (!company) return { entityUnlinked: true, companyAttachments: [] }
  return {
    entityUnlinked: false,
    companyAttachments: [
      {
        entity_name: company.name,
        entity_ein_last4: company.einLast4,
        printed_name: document.entityName,
        cross_kind: false,
      },
    ],
  }
}

/** Two EINs that are both known must be the same. */
function agree(one: string | null, other: string | null): boolean {
  return one === null || other === null || one === other
}

/** All words of the shorter name stand in the longer one, or the document prints no name at all. */
function alike(company: Company, document: LinkableDocument): boolean {
  if (document.entityName === null) return true
  const [one, other] = [foldEntityName(company.name).split(' '), foldEntityName(document.entityName).split(' ')]
  const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one]
  return shorter.every((word) => longer.includes(word))
}
