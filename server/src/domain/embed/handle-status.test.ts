import assert from 'node:assert/strict'
import { test } from 'node:test'
import { handleStatus } from './handle-status.ts'

const at = (minute: number): Date => new Date(Date.UTC(2026, 0, 1, 12, minute))
const NOW = at(5)

const TABLE: [string, Parameters<typeof handleStatus>[0], string][] = [
  ['not exchanged, not expired', { expiresAt: at(6), exchangedAt: null, revokedAt: null }, 'pending'],
  ['its last moment is over', { expiresAt: NOW, exchangedAt: null, revokedAt: null }, 'expired'],
  ['exchanged in time, long ago', { expiresAt: at(1), exchangedAt: at(0), revokedAt: null }, 'exchanged'],
  ['revoked while it waited', { expiresAt: at(6), exchangedAt: null, revokedAt: at(4) }, 'revoked'],
  ['revoked after its exchange', { expiresAt: at(6), exchangedAt: at(3), revokedAt: at(4) }, 'revoked'],
  ['revoked after it expired', { expiresAt: at(1), exchangedAt: null, revokedAt: at(4) }, 'revoked'],
]
for (const [name, handle, status] of TABLE) {
  test(`a handle reads ${status}: ${name}`, () => assert.equal(handleStatus(handle, NOW), status))
}
