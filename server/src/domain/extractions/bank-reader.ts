/** The reader of bank statements. */
import type { Page } from '../../engine/model/page.ts'
import type { CsvCell } from '../../lib/csv.ts'
import { finish } from '../../lib/steps.ts'
import type { Steps } from '../../lib/steps.ts'
import type { BankPayload } from './bank-payload.ts'
import { bankPayload } from './bank-payload.ts'
import { correctableBank } from './correct-bank.ts'
import type { DocumentReader, IndexedFigure } from './document-reader.ts'
import type { DocumentFacts } from './payload.ts'
import { readProvedBankInSteps } from './read-bank.ts'

export const bankReader: DocumentReader<BankPayload> = {
  read: (pages, document) => finish(readInSteps(pages, document)),
  readInSteps,
  figures: balancesAndTotals,
  lineItems: (payload) => payload.accounts.reduce((sum, account) => sum + account.transactions.length, 0),
  table: movements,
  correctable: correctableBank,
}

function* readInSteps(pages: readonly Page[], document: DocumentFacts): Steps<BankPayload> {
  const proved = yield* readProvedBankInSteps(pages)
  yield
  return bankPayload(pages, document, proved)
}

function movements(payload: BankPayload): CsvCell[][] {
  return [
    ['account', 'date', 'description', 'amount', 'balance', 'page'],
    ...payload.accounts.flatMap((account) =>
      account.transactions.map(({ date, description, amount, balance, page }) => [
        account.number_last4,
        date,
        description,
        amount,
        balance,
        page,
      ]),
    ),
  ]
}

/** What a lender asks across documents. Movements are read with their statement: there may be a hundred thousand. */
function balancesAndTotals(payload: BankPayload): IndexedFigure[] {
  return payload.accounts.flatMap((account, index) => {
    const period = payload.periods[index] ?? null
    const named = [
      { caption: 'Opening balance', figure: account.opening },
      { caption: 'Closing balance', figure: account.closing },
      ...account.totals.map(({ label, figure }) => ({ caption: label, figure })),
    ]
    return named.flatMap(({ caption, figure }) => (figure === null ? [] : [{ figure, caption, period, scale: 1 }]))
  })
}
