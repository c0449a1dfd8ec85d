/** A bank statement's pages → its accounts with proofs and findings: where extraction and proof meet. */
import { readBankStatementInSteps } from '../../engine/extract/bank/read-bank-statement.ts'
import type { BankFinding, BankReading } from '../../engine/model/bank.ts'
import type { Proof } from '../../engine/model/extraction.ts'
import type { Page } from '../../engine/model/page.ts'
import { chainFindings } from '../../engine/prove/bank-chain.ts'
import { proveBankStatement } from '../../engine/prove/prove-bank.ts'
import { finish } from '../../lib/steps.ts'
import type { Steps } from '../../lib/steps.ts'

export interface ProvedBankStatement {
  readonly reading: BankReading
  readonly proofs: readonly Proof[]
  /** What a person should look at: from the file itself, and from the arithmetic. */
  readonly findings: readonly BankFinding[]
}

/** `pages` are those of the cut document. */
export function readProvedBankStatement(pages: readonly Page[]): ProvedBankStatement {
  return finish(readProvedBankInSteps(pages))
}

export function* readProvedBankInSteps(pages: readonly Page[]): Steps<ProvedBankStatement> {
  const reading = yield* readBankStatementInSteps(pages)
  yield
  const proofs = proveBankStatement(reading)
  yield
  return { reading, proofs, findings: [...reading.findings, ...chainFindings(reading.accounts)] }
}
