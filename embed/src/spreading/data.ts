/** What the spreading surface asks the service for, each thing under one name. */
import { useQueries, useQuery } from '@tanstack/react-query'
import { ApiError } from '@tieout/sdk'
import type { AttributeSnapshot, StatementMapping } from '@tieout/sdk'
import { useSession } from '../shared/context.ts'

/** How often what is being prepared is asked for again. */
const AGAIN_MS = 1_500

export function useLoan() {
  const { api, loanId, borrowerId } = useSession()
  const loan = useQuery({ queryKey: ['loan'], queryFn: () => api.getLoan(loanId) })
  const borrower = useQuery({ queryKey: ['borrower'], queryFn: () => api.getBorrower(borrowerId) })
  return { loan: loan.data, borrower: borrower.data }
}

export function useSpread() {
  const { api, loanId } = useSession()
  return useQuery({ queryKey: ['spread'], queryFn: () => api.getLoanSpread(loanId) })
}

/** The frozen snapshot, or the machine's, which follows the documents; null while there is none. */
export function useSnapshot(closedBy: string | null | undefined) {
  const { api, loanId } = useSession()
  return useQuery({
    queryKey: ['snapshot', closedBy],
    enabled: closedBy !== undefined,
    queryFn: async (): Promise<AttributeSnapshot | null> => {
      if (closedBy) return api.getLoanAttributeSnapshot(loanId, closedBy)
      return api.getLoanAttributes(loanId, { status: 'machine' }).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      })
    },
    // It is made anew a moment after every change: of a document, a rule, an addback.
    refetchInterval: closedBy ? false : 2 * AGAIN_MS,
  })
}

/** The mappings that a snapshot was made from. They never change but for being stale, which is asked again. */
export function useMappings(snapshot: AttributeSnapshot | null | undefined) {
  const { api, borrowerId } = useSession()
  const wanted = (snapshot?.manifest.documents ?? []).flatMap(({ document_id: documentId, mapping_id: mappingId }) =>
    mappingId === null ? [] : [{ documentId, mappingId }],
  )
  return useQueries({
    queries: wanted.map(({ documentId, mappingId }) => ({
      queryKey: ['mapping', mappingId],
      queryFn: () => api.getStatementMappingById(borrowerId, documentId, mappingId),
      staleTime: Infinity,
    })),
    combine: (results) => ({
      mappings: new Map(results.flatMap(({ data }) => (data ? [[data.mapping_id, data] as const] : []))),
      isReady: results.every(({ data }) => data !== undefined),
      error: results.find(({ error }) => error !== null)?.error ?? null,
    }),
  })
}

/** How many statements of the loan are being mapped for the first time. */
export function usePendingCount(): number {
  const { api, borrowerId, loanId } = useSession()
  const { data } = useQuery({
    queryKey: ['pending-mappings'],
    queryFn: async () => api.listStatementMappings(borrowerId, { loanId, limit: 1 }),
    refetchInterval: 2 * AGAIN_MS,
  })
  return data?.pending_document_ids.length ?? 0
}

export function useProof(documentId: string | null) {
  const { api, borrowerId } = useSession()
  return useQuery({
    queryKey: ['proof', documentId],
    enabled: documentId !== null,
    queryFn: () => api.getStatementMappingProof(borrowerId, documentId ?? ''),
  })
}

/** Where a figure stands on its page. */
export interface Spot {
  readonly page: number
  readonly box: readonly [number, number, number, number]
  readonly text: string
}

interface StatementData {
  readonly lines?: readonly { readonly sources: readonly (Spot | null)[] }[]
}

/** Finds printed figures by their addresses in the report data of a document. */
export function useSpots(documentId: string | null, version: number | null) {
  const { api, borrowerId } = useSession()
  const { data } = useQuery({
    queryKey: ['report-data', documentId, version],
    enabled: documentId !== null && version !== null,
    queryFn: () => api.getReportData(borrowerId, documentId ?? '', { version: version ?? 1 }),
    staleTime: Infinity,
  })
  return (address: string | null): Spot | null => {
    const [, line, period] = /^lines\.(\d+)\.(\d+)$/.exec(address ?? '') ?? []
    if (line === undefined || period === undefined) return null
    return (data as StatementData | undefined)?.lines?.[Number(line)]?.sources[Number(period)] ?? null
  }
}

export function usePage(documentId: string | null, page: number | null) {
  const { api, borrowerId } = useSession()
  return useQuery({
    queryKey: ['page', documentId, page],
    enabled: documentId !== null && page !== null,
    queryFn: () => api.getDocumentPage(borrowerId, documentId ?? '', String(page)),
    refetchInterval: (query) => (query.state.data?.image.state === 'drawing' ? AGAIN_MS : false),
    // The link to its picture lives five minutes.
    staleTime: 4 * 60_000,
  })
}

export function useDocumentName(documentId: string | null) {
  const { api, borrowerId } = useSession()
  const { data } = useQuery({
    queryKey: ['document', documentId],
    enabled: documentId !== null,
    queryFn: () => api.getDocument(borrowerId, documentId ?? ''),
    staleTime: Infinity,
  })
  return data?.file_name ?? null
}

export const isStale = (mappings: Iterable<StatementMapping>): boolean => [...mappings].some(({ stale }) => stale)
