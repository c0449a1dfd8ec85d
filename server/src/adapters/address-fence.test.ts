import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CountingFence, fencedUnit } from './address-fence.ts'

test('an address is fenced beyond its limit, others are not, and the next window is fresh', () => {
  let now = 0
  const fence = new CountingFence({ redis: null, prefix: '', limit: 3, windowMs: 1000, now: () => now })
  assert.deepEqual(
    [1, 2, 3, 4].map(() => fence.admits('192.0.2.1')),
    [true, true, true, false],
  )
  assert.equal(fence.admits('192.0.2.2'), true)
  now = 1000
  assert.equal(fence.admits('192.0.2.1'), true)
  fence.close()
})

test('IPv6 addresses count by their /64, and IPv4 in IPv6 as IPv4', () => {
  const table: [string, string][] = [
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::9', '2001:db8:1:2'],
    ['2001:0db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
  ]
  for (const [address, unit] of table) assert.equal(fencedUnit(address), unit, address)
})
