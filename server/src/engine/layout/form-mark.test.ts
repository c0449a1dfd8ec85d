import assert from 'node:assert/strict'
import test from 'node:test'
import { printedPage } from '../../../test/support/printed-page.ts'
import { readFormMark } from './form-mark.ts'

const MARKS: readonly (readonly [printed: string, shown: string, form: string])[] = [
  ['Form 1120 (2021)                         Page 2', 'Form 1120 (2021)', 'Form 1120'],
  ['Form1040(2023)                           Page 2', 'Form1040(2023)', 'Form 1040'],
  ['Form 1040 |2023|                         Page 2', 'Form 1040 |2023', 'Form 1040'],
  ['Schedule C (Form 1040) 2022              Page 2', 'Schedule C (Form 1040) 2022', 'Schedule C (Form 1040)'],
]
for (const [printed, shown, form] of MARKS)
  test(`'${printed.replace(/ {2,}.*/, '')}' is the mark of ${form}, and is shown whole`, () => {
    const mark = readFormMark(printedPage(`${printed}\n16   Some other line   16`))
    assert.equal(mark?.form, form)
    assert.equal(mark.source.text, shown)
  })
