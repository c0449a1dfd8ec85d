import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Batches } from './batches.ts'

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

test('everyone gets the result of their own item, whatever the batches were', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ key: fc.constantFrom('a', 'b', 'c'), item: fc.integer(), waitMs: fc.nat(3) })),
      fc.integer({ min: 1, max: 5 }),
      async (requests, atMost) => {
        const batches = new Batches<number, string>({
          atMost,
          work: async (key, items) => {
            assert.ok(items.length >= 1 && items.length <= atMost)
            await pause(1)
            return items.map((item) => `${key}${item}`)
          },
        })
        const results = requests.map(async ({ key, item, waitMs }) => {
          await pause(waitMs)
          return batches.run(key, item)
        })
        assert.deepEqual(
          await Promise.all(results),
          requests.map(({ key, item }) => `${key}${item}`),
        )
      },
    ),
    { numRuns: 30 },
  )
})

test('what is asked for in one turn goes together, and what comes meanwhile goes together after it', async () => {
  const seen: number[][] = []
  const batches = new Batches<number, number>({
    atMost: 10,
    work: async (_key, items) => {
      seen.push([...items])
      await pause(20)
      return items
    },
  })
  const first = [1, 2, 3].map((item) => batches.run('key', item))
  await pause(5)
  const second = [4, 5].map((item) => batches.run('key', item))
  await Promise.all([...first, ...second])
  await batches.run('key', 6)
  assert.deepEqual(seen, [[1, 2, 3], [4, 5], [6]])
})

test('one key does not wait for another', async () => {
  let release = (): void => undefined
  const batches = new Batches<number, number>({
    atMost: 10,
    work: async (key, items) => {
      if (key === 'slow') await new Promise<void>((resolve) => (release = resolve))
      return items
    },
  })
  const slow = batches.run('slow', 1)
  assert.equal(await batches.run('quick', 2), 2)
  release()
  assert.equal(await slow, 1)
})

test('a batch that fails fails for all who are in it, and for nobody after it', async () => {
  let calls = 0
  const batches = new Batches<number, number>({
    atMost: 10,
    work: (_key, items) => {
      calls += 1
      return calls === 1 ? Promise.reject(new Error('away')) : Promise.resolve(items)
    },
  })
  const failed = await Promise.allSettled([batches.run('key', 1), batches.run('key', 2)])
  assert.deepEqual(
    failed.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.equal(await batches.run('key', 3), 3)
})
