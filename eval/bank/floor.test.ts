/** Accuracy can't slide unseen: a fixed sample of generated bank statements, read by the real reader, with a floor. */
import assert from 'node:assert/strict'
import test from 'node:test'
import { corpusPath } from '../corpus.ts'
import { PageSource } from '../pages.ts'
import { scoreBankCorpus, scoreBankGenerated } from './run.ts'
import { summariseBank } from './table.ts'

const SAMPLE = { count: 32, scans: 0, seed: 2026 }

test('a fixed sample of generated bank statements stays above the bar, and nothing wrong is ever proved', async () => {
  const source = new PageSource()
  try {
    const scored = await scoreBankGenerated(SAMPLE, source)
    const summary = summariseBank(scored.map((one) => one.score))
    assert.equal(summary.documents, SAMPLE.count)
    assert.equal(summary.falseProofs, 0)
    assert.ok(summary.classRight >= 0.98, `class ${summary.classRight}`)
    assert.ok(summary.f1 >= 0.98, `transactions ${summary.f1}`)
    assert.ok(summary.proved > SAMPLE.count / 3, `only ${summary.proved} proved`)
  } finally {
    await source.close()
  }
})

const corpus = corpusPath(undefined)

test(
  'real digital bank statements and exports stay above the bar',
  { skip: corpus === null && 'the corpus is not here' },
  async () => {
    const source = new PageSource()
    try {
      const scored = await scoreBankCorpus(corpus ?? '', source)
      const summary = summariseBank(scored.filter((one) => one.set === 'real digital').map((one) => one.score))
      assert.ok(summary.documents >= 15)
      assert.equal(summary.falseProofs, 0)
      assert.ok(summary.f1 >= 0.98, `transactions ${summary.f1}`)
      assert.ok(summary.classRight >= 0.98, `class ${summary.classRight}`)
    } finally {
      await source.close()
    }
  },
)
