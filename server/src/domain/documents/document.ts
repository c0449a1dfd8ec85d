/** The noun itself. */
export { DOCUMENT_STATUSES } from '../../store/documents.ts'
export type { Document, DocumentStatus } from '../../store/documents.ts'
