/** Links to where people look at pages: the operator's own viewer, by a template. */
import type { PageViewer } from '../domain/deps.ts'

export class TemplateViewer implements PageViewer {
  readonly #template: string | undefined

  /** With {borrower_id}, {loan_id}, {document_id}, {page} and {address} in it; without a template there are no links. */
  constructor(template: string | undefined) {
    this.#template = template
  }

  linkTo({ borrowerId, loanId, documentId, page, address }: Parameters<PageViewer['linkTo']>[0]): string | null {
    const values: Readonly<Record<string, string>> = {
      borrower_id: borrowerId,
      loan_id: loanId,
      document_id: documentId,
      page: String(page),
      address,
    }
    return (
      this.#template?.replaceAll(/\{([a-z_]+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? '')) ?? null
    )
  }
}
