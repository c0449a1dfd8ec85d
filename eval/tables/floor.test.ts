/** Accuracy of the tables can't slide unseen: fixed samples of generated documents, read by the real reader. */
import assert from 'node:assert/strict'
import test from 'node:test'
import { scoreClass } from '../classes.eval.ts'
import { OTHER_KINDS } from '../generator/others.ts'
import { PageSource } from '../pages.ts'
import { summarise } from '../table.ts'
import { agingClass } from './aging.ts'
import { debtClass } from './debt.ts'
import { scoreFresh } from './evaluate.ts'
import { personalClass } from './personal.ts'
import { taxClass } from './tax.ts'

const SAMPLE = { generated: 8, scans: 0, seed: 2026 }

for (const table of [agingClass('ar-aging'), agingClass('ap-aging'), debtClass, personalClass, taxClass])
  test(`a fixed sample of generated ${table.name} stays above the bar, and nothing wrong is ever proved`, async () => {
    const source = new PageSource()
    try {
      const summary = summarise((await scoreFresh(table, SAMPLE, source)).map((one) => one.score))
      assert.equal(summary.documents, SAMPLE.generated)
      assert.equal(summary.falseProofs, 0)
      assert.ok(summary.figureF1 >= table.bars.digital, `cells ${summary.figureF1}`)
      // Most lines of a tax form, and the income that a person states, stand in no sum that is printed: such papers are
      // seldom proved as a whole.
      if (table !== taxClass && table !== personalClass)
        assert.ok(summary.proved > SAMPLE.generated / 2, `only ${summary.proved} proved`)
    } finally {
      await source.close()
    }
  })

test('of every kind of look-alike a fixed sample is nothing in particular', async () => {
  const source = new PageSource()
  try {
    const { documents, right, misses } = await scoreClass('other', OTHER_KINDS.length, 2026, source)
    assert.ok(documents >= 20, `only ${documents} kinds`)
    assert.ok(right >= 0.95 * documents, misses.join('\n'))
  } finally {
    await source.close()
  }
})
