import assert from 'node:assert/strict'
import { test } from 'node:test'
import { busyTime, moduleOf, selfTimes } from './profile.ts'

const MODULES: readonly [url: string, functionName: string, module: string][] = [
  ['file:///srv/tieout/server/src/lib/ids.ts', 'encodeId', 'server/src/lib/ids.ts'],
  ['file:///srv/tieout/node_modules/pg/lib/client.js', 'query', 'pg'],
  ['file:///srv/tieout/node_modules/@aws-sdk/client-s3/dist/index.js', 'send', '@aws-sdk/client-s3'],
  ['file:///srv/tieout/node_modules/a/node_modules/b/index.js', 'x', 'b'],
  ['node:internal/stream_base_commons', 'onread', 'node:internal/stream_base_commons'],
  ['', '(garbage collector)', '(garbage collector)'],
  ['', 'writev', 'native: writev'],
]

for (const [url, functionName, module] of MODULES) {
  test(`time in ${functionName} of '${url}' is that of ${module}`, () => {
    assert.equal(moduleOf({ functionName, url }), module)
  })
}

test('time is added up by module from a moment on, and waiting is nobody’s', () => {
  const frame = (id: number, functionName: string, url: string) => ({ id, callFrame: { functionName, url } })
  const profile = {
    nodes: [frame(1, '(idle)', ''), frame(2, 'a', 'node:net'), frame(3, 'b', 'node:net'), frame(4, '(program)', '')],
    startTime: 100,
    samples: [1, 2, 3, 4, 2],
    timeDeltas: [9_000, 1_000, 2_000, 4_000, 500],
  }
  assert.deepEqual(Object.fromEntries(selfTimes(profile, 0)), { 'node:net': 3.5, '(program)': 4 })
  assert.deepEqual(Object.fromEntries(selfTimes(profile, 16_100)), { '(program)': 4, 'node:net': 0.5 })
  assert.equal(busyTime(profile, 0), 7.5)
})
