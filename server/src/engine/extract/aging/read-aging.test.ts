import assert from 'node:assert/strict'
import test from 'node:test'
import { printedPage } from '../../../../test/support/printed-page.ts'
import { readAging } from './read-aging.ts'

/** Two groups of items; the total of the first is printed for `name`. */
function totalledParties(name: string): string[] {
  const page = printedPage(
    `
    Date        Num                        Current      1 - 30       Total

    Ironwood Properties 7
    04/21/2024  6377                          0.00      190.57      190.57
    01/20/2024  8028                        354.57        0.00      354.57
    Total for ${name.padEnd(22)}        354.57      190.57      545.14

    Prairie Interiors
    02/22/2024  1806                         99.00        0.00       99.00
    Total for Prairie Interiors              99.00        0.00       99.00
    Total                                   453.57      190.57      644.14
    `,
    { font: 'Courier', kind: 'ocr' },
  )
  return readAging([page], 'ar-aging').partyTotals.map((row) => row.party)
}

const NAMES: readonly (readonly [what: string, name: string, same: boolean])[] = [
  ['as it is', 'Ironwood Properties 7', true],
  ['with a letter misread', 'lronwood Properties 7', true],
  ['with a letter lost', 'Ironwood Propertis 7', true],
  ['with another number', 'Ironwood Properties 8', false],
  ['with another word', 'Ironwood Partners 7', false],
]
for (const [what, name, same] of NAMES)
  test(`a total that bears the name of the open group ${what} ${same ? 'closes it' : 'is none of its'}`, () => {
    assert.deepEqual(totalledParties(name), [...(same ? ['Ironwood Properties 7'] : []), 'Prairie Interiors'])
  })
