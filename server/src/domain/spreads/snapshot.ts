/** The noun itself, for those who may not look into the store. */
export { SNAPSHOT_STATUSES } from '../../store/spreads.ts'
export type { Snapshot, SnapshotFacts, SnapshotStatus } from '../../store/spreads.ts'
export { AFFILIATE_POLICIES } from '../../engine/model/spread.ts'
export { GIVEN_KEYS } from '../../engine/spread/attributes.ts'
export type { AnalystWork, WireGiven } from './manifest.ts'
