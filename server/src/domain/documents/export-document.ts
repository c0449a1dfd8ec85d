/** One document as a file: the payload as JSON, or its line items as a table. */
import { Problem } from '../../lib/problem.ts'
import { toCsv } from '../../lib/csv.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { tableOf } from '../extractions/read-document.ts'
import type { ExtractionPayload } from '../extractions/payload.ts'
import { readReportData } from './read-documents.ts'
import type { DocumentPlace, ReportData } from './read-documents.ts'

/** More than this is for a bundle, which is made in the background. */
export const MAX_EXPORTED_LINE_ITEMS = 10_000

export async function readForExport(
  deps: Pick<Deps, 'db'>,
  caller: Caller,
  place: DocumentPlace,
): Promise<ReportData & { csv: () => string }> {
  const data = await readReportData(deps, caller, place)
  if (data.extraction.lineItems > MAX_EXPORTED_LINE_ITEMS) throw new Problem('doc_too_large')
  return { ...data, csv: () => toCsv(tableOf(data.extraction.payload as ExtractionPayload)) }
}
