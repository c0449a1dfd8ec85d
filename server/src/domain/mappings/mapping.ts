/** The noun itself, for those who may not look into the store. */
export type { StoredMapping } from '../../store/mappings.ts'
export type { FigureProof } from '../../engine/map/figure-proofs.ts'
export type { MappingDiff } from '../../engine/map/mapping-diff.ts'
export type { StatementMappingPayload } from '../../engine/map/payload.ts'

/** Whether documents of this kind are placed on the chart. */
export function isMapped(document: { readonly reportType: string }): boolean {
  return document.reportType === 'profit-loss-statements'
}
