/** The engine as its operator sees it: what it has on its own books, and what can be done to it there. */
import assert from 'node:assert/strict'
import { setting } from './database.ts'
import type { TestService } from './service.ts'

/** The name by which the engine knows the packages of this service. */
export const packagesOf = (service: TestService): string => `${service.database.replaceAll('_', '-')}-package`

export async function queryEngine<Row>(query: string): Promise<Row[]> {
  const answer = await askEngine('/query', 'POST', { query })
  return (JSON.parse(answer) as { rows: Row[] }).rows
}

export async function killInEngine(invocationId: string): Promise<void> {
  await askEngine(`/invocations/${invocationId}/kill`, 'PATCH')
}

async function askEngine(path: string, method: string, body?: unknown): Promise<string> {
  const response = await fetch(`${setting('TIEOUT_RESTATE_ADMIN_URL')}${path}`, {
    method,
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  assert.ok(response.ok, `${path} answered ${response.status}: ${text}`)
  return text
}
