/** A bank statement's pages → its accounts with proofs and findings: where extraction and proof meet. */
import { readBankStatement } from '../../engine/extract/bank/read-bank-statement.ts'
import type { BankFinding, BankReading } from '../../engine/model/bank.ts'
import type { Proof } from '../../engine/model/extraction.ts'
import type { Page } from '../../engine/model/page.ts'
import { chainFindings } from '../../engine/prove/bank-chain.ts'
import { proveBankStatement } from '../../engine/prove/prove-bank.ts'

export interface ProvedBankStatement {
  readonly reading: BankReading
  readonly proofs: readonly Proof[]
  /** What a person should look at: from the file itself, and from the arithmetic. */
  readonly findings: readonly BankFinding[]
}

/** `pages` are those of the cut document. */
export function readProvedBankStatement(pages: readonly Page[]): ProvedBankStatement {
  const reading = readBankStatement(pages)
  return {
    reading,
    proofs: proveBankStatement(reading),
    findings: [...reading.findings, ...chainFindings(reading.accounts)],
  }
}
