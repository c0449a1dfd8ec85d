/** Returns stay in one piece, and the real scan of a form stays readable. */
import assert from 'node:assert/strict'
import test from 'node:test'
import { corpusPath } from '../corpus.ts'
import { PageSource } from '../pages.ts'
import { scoreTaxPackages } from '../tax-packages.eval.ts'
import { scoreReal } from './evaluate.ts'
import { taxClass } from './tax.ts'
import { summarise } from '../table.ts'

test('a fixed sample of packages with several returns is cut at the right pages', async () => {
  const source = new PageSource()
  try {
    const { parts, right, misses } = await scoreTaxPackages(source, 4, 2026)
    assert.ok(parts >= 8, `only ${parts} documents`)
    assert.ok(right >= 0.95 * parts, misses.join('\n'))
  } finally {
    await source.close()
  }
})

const corpus = corpusPath(undefined)

test(
  'a real scanned Schedule C stays above the bar, and real blanks are returns without a line',
  { skip: corpus === null && 'the corpus is not here' },
  async () => {
    const source = new PageSource()
    const files = taxClass.corpus(corpus ?? '').filter(({ path }) => /schedule-c-2020|f1040-2023|f1120s/.test(path))
    const only = { ...taxClass, corpus: () => files }
    try {
      const scored = await scoreReal(only, corpus ?? '', source)
      assert.equal(scored.length, 3)
      assert.ok(scored.every((one) => one.score.classRight && !one.score.falseProof))
      const scan = scored.filter((one) => one.set === 'real scanned').map((one) => one.score)
      assert.equal(scan.length, 1)
      assert.ok(summarise(scan).figureF1 >= taxClass.bars.scanned, `cells ${summarise(scan).figureF1}`)
      for (const { score } of scored.filter((one) => one.set === 'real digital')) assert.equal(score.figuresRead, 0)
    } finally {
      await source.close()
    }
  },
)
