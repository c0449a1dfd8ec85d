/** The noun itself, for those who may not look into the store. */
export type { Address, Borrower, BorrowerProfile } from '../../store/borrowers.ts'
