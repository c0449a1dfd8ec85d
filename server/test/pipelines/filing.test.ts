/** Which company a document belongs to is decided anew with each package of its borrower, and written where it changes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asSuperuser } from '../support/database.ts'
import { BALANCE_SHEET, COMPANY, PROFIT_AND_LOSS, statementsPdf } from '../support/documents/loan-package.ts'
import { startTestService } from '../support/service.ts'
import { askUntil, startTestPipeline, uploadAndRead } from '../support/uploads.ts'

test('a package leaves the rows of earlier documents of its borrower untouched, as long as they belong where they did', async () => {
  const service = await startTestService()
  await startTestPipeline(service)
  const { key } = await service.tenant()
  const borrower = await service.call('/api/borrowers', { key, method: 'POST', body: { business_name: COMPANY } })
  const borrowerId = borrower.json.id as string
  const loan = await service.call(`/api/borrowers/${borrowerId}/loans`, { key, method: 'POST', body: {} })
  const target = { borrowerId, loanId: loan.json.id as string }
  const rows = () =>
    asSuperuser<{ id: string; unlinked: boolean; written: string }>(
      service.database,
      'SELECT id, entity_unlinked AS unlinked, xmin::text AS written FROM documents ORDER BY id',
    )

  const [statement] = await uploadAndRead(service, key, target, statementsPdf([PROFIT_AND_LOSS]))
  const mapping = `/api/borrowers/${borrowerId}/extractions/${statement.id}/mapping`
  await askUntil(
    () => service.call(mapping, { key }),
    ({ status }) => status === 200,
  )
  const [before, ...others] = await rows()
  assert.ok(before && others.length === 0)
  assert.equal(before.unlinked, false, 'the statement is not filed under the company that it names')
  await uploadAndRead(service, key, target, statementsPdf([BALANCE_SHEET]))
  const after = await rows()
  assert.equal(after.length, 2)
  assert.ok(after.every(({ unlinked }) => !unlinked))
  assert.deepEqual(after[0], before)
})
