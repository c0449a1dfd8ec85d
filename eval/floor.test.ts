/** Accuracy can't slide unseen: a fixed sample of generated statements, read by the real reader, with a floor. */
import assert from 'node:assert/strict'
import test from 'node:test'
import { STATEMENT_CLASSES } from '../server/src/engine/model/extraction.ts'
import { corpusPath, scoreCorpus } from './corpus.ts'
import { scoreGenerated } from './generated.ts'
import { scorePackages } from './packages.eval.ts'
import { PageSource } from './pages.ts'
import { summarise } from './table.ts'

const SAMPLE = { count: 30, scans: 0, seed: 2026 }

test('a fixed sample of generated statements stays above the bar, and nothing wrong is ever proved', async () => {
  const source = new PageSource()
  try {
    const summary = summarise((await scoreGenerated(STATEMENT_CLASSES, SAMPLE, source)).map((one) => one.score))
    assert.equal(summary.documents, SAMPLE.count)
    assert.equal(summary.falseProofs, 0)
    assert.ok(summary.classRight >= 0.98, `class ${summary.classRight}`)
    assert.ok(summary.figureF1 >= 0.99, `figures ${summary.figureF1}`)
    assert.ok(summary.inBox >= 0.97, `boxes ${summary.inBox}`)
    assert.ok(summary.proved > SAMPLE.count / 2, `only ${summary.proved} proved`)
  } finally {
    await source.close()
  }
})

test('a fixed sample of packages is cut at the right pages', async () => {
  const source = new PageSource()
  try {
    const { parts, right, misses } = await scorePackages(source, 5, 2026)
    assert.ok(parts >= 15, `only ${parts} documents`)
    assert.ok(right >= 0.95 * parts, misses.join('\n'))
  } finally {
    await source.close()
  }
})

const corpus = corpusPath(undefined)

test(
  'real digital cash flow statements stay above the bar',
  { skip: corpus === null && 'the corpus is not here' },
  async () => {
    const source = new PageSource()
    try {
      const scored = await scoreCorpus(corpus ?? '', ['cash-flow'], source)
      const summary = summarise(scored.filter((one) => one.set === 'real digital').map((one) => one.score))
      assert.ok(summary.documents >= 5)
      assert.equal(summary.falseProofs, 0)
      assert.ok(summary.figureF1 >= 0.97, `figures ${summary.figureF1}`)
    } finally {
      await source.close()
    }
  },
)
