import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { DEFAULT_PORT_BASE, planStack, portsFrom, StackProblem } from './plan.ts'

const LOWEST_EPHEMERAL_PORT = 32_768

/** Every port a stack may take, the storage daemon's range spelled out. */
function allPorts(base: number): number[] {
  const { cephOsdFirst, cephOsdLast, ...single } = portsFrom(base)
  const range = Array.from({ length: cephOsdLast - cephOsdFirst + 1 }, (_, index) => cephOsdFirst + index)
  return [...Object.values(single), ...range]
}

test('a stack takes each port once, all within the thousand above its base', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1_024, max: 64_000 }), (base) => {
      const ports = allPorts(base)
      assert.equal(new Set(ports).size, ports.length)
      assert.ok(ports.every((port) => port > base && port < base + 1_000 && port <= 65_535))
    }),
  )
})

test('the default ports stay below those the kernel gives to outgoing connections', () => {
  assert.ok(allPorts(DEFAULT_PORT_BASE).every((port) => port < LOWEST_EPHEMERAL_PORT))
})

test('without any setting the stack lives in .stack of the checkout', () => {
  const plan = planStack('/checkout', {}, undefined)
  assert.equal(plan.dir, '/checkout/.stack')
  assert.equal(plan.portBase, DEFAULT_PORT_BASE)
  assert.equal(plan.objectStore, 'memstore')
})

test('settings move folder, ports and store', () => {
  const env = { TIEOUT_STACK_DIR: '/elsewhere', TIEOUT_STACK_PORT_BASE: '25000', TIEOUT_STACK_S3_STORE: 'bluestore' }
  const plan = planStack('/checkout', env, undefined)
  assert.equal(plan.dir, '/elsewhere')
  assert.equal(plan.ports.postgres, 25_432)
  assert.equal(plan.objectStore, 'bluestore')
})

test('a folder remembers its ports and store', () => {
  const plan = planStack('/checkout', {}, { portBase: 27_000, objectStore: 'bluestore' })
  assert.equal(plan.ports.s3, 27_900)
  assert.equal(plan.objectStore, 'bluestore')
})

for (const [what, env] of [
  ['other ports than the folder was made with', { TIEOUT_STACK_PORT_BASE: '25000' }],
  ['another store than the folder was made with', { TIEOUT_STACK_S3_STORE: 'bluestore' }],
  ['a base that is no number', { TIEOUT_STACK_PORT_BASE: 'abc' }],
  ['a base so high that ports would run out', { TIEOUT_STACK_PORT_BASE: '65000' }],
  ['a fractional base', { TIEOUT_STACK_PORT_BASE: '21000.5' }],
  ['an unknown store', { TIEOUT_STACK_S3_STORE: 'floppy' }],
  ['a store of no size', { TIEOUT_STACK_S3_GIB: '0' }],
] as const) {
  test(`refused: ${what}`, () => {
    assert.throws(() => planStack('/checkout', env, { portBase: 21_000, objectStore: 'memstore' }), StackProblem)
  })
}
