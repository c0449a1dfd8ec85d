import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { demandOf, LARGEST_CELL, layoutOf, WORKERS } from './capacity.ts'
import type { UnitCosts } from './capacity.ts'

const COSTS: UnitCosts = {
  processorSeconds: { API: 20, [WORKERS]: 200, relay: 2, PostgreSQL: 30, Restate: 10 },
  bytes: { database: 60e6, objects: 100e6, engine: 5e6 },
}

test('a thousand lenders by hand: half a million documents a month, 2.37 a second in the busiest hour', () => {
  const demand = demandOf(1_000, COSTS)
  assert.equal(demand.documentsPerMonth, 500_000)
  assert.equal(demand.documentsPerSecond.toFixed(2), '2.37')
  // 0.2 s as measured and 0.25 × 5 × 5 s of recognition, at 60 % of a core.
  assert.equal(demand.cores[WORKERS]?.toFixed(1), '25.4')
  assert.equal(demand.cores['API']?.toFixed(3), '0.079')
  // 42 million documents of 60 kB.
  assert.equal(demand.databaseBytes, 2.52e12)
  // And of a file of 500 kB with 100 kB of pages and pictures beside it.
  assert.equal(demand.objectBytes, 25.2e12)
})

test('one cell holds a thousand lenders, and what breaks first is named', () => {
  const { cells, bounds, nodes } = layoutOf(demandOf(1_000, COSTS))
  assert.equal(cells, 1)
  assert.deepEqual(bounds[0]?.[0], 'bytes in PostgreSQL')
  assert.deepEqual(nodes, { API: 2, workers: 5, PostgreSQL: 3, Restate: 3, Redis: 1 })
})

test('no cell is ever larger than the largest, and none is there without need', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 1, max: 1_000 }), (lenders, kilobytes) => {
      const demand = demandOf(lenders, { ...COSTS, bytes: { ...COSTS.bytes, database: kilobytes * 1e6 } })
      const { cells } = layoutOf(demand)
      const fits = (count: number): boolean =>
        lenders <= count * LARGEST_CELL.lenders &&
        demand.databaseBytes <= count * LARGEST_CELL.databaseBytes &&
        (demand.cores['PostgreSQL'] ?? 0) <= count * LARGEST_CELL.databaseCores &&
        (demand.cores['Restate'] ?? 0) <= count * LARGEST_CELL.engineCores
      assert.ok(fits(cells))
      assert.ok(cells === 1 || !fits(cells - 1))
    }),
  )
})

test('twice the lenders ask for twice of everything', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), (lenders) => {
      const [one, two] = [demandOf(lenders, COSTS), demandOf(2 * lenders, COSTS)]
      for (const part of Object.keys(one.cores))
        assert.ok(Math.abs((two.cores[part] ?? 0) / (one.cores[part] ?? 1) - 2) < 1e-9)
      assert.ok(Math.abs(two.objectBytes / one.objectBytes - 2) < 1e-9)
    }),
  )
})

test('a cell survives the loss of any one node', () => {
  const { nodes } = layoutOf(demandOf(10, COSTS))
  assert.ok(nodes.API >= 2 && nodes.workers >= 2 && nodes.PostgreSQL >= 2 && nodes.Restate >= 3)
})
