/** The noun itself, for those who may not look into the store. */
export { ENTITY_TYPES } from '../../store/borrowers.ts'
export type { Address, Borrower, BorrowerProfile } from '../../store/borrowers.ts'
