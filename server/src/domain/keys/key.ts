/** The noun itself, for those who may not look into the store. */
export type { ApiKey } from '../../store/access.ts'
