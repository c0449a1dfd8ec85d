/** Lines of a form that are rows of a table: each amount has the line and the column in its key. */
import assert from 'node:assert/strict'
import test from 'node:test'
import { printedPage } from '../../../test/support/printed-page.ts'
import { formatCents } from '../../lib/money.ts'
import { readProvedTaxReturn } from './read-tax.ts'

function read(text: string) {
  const { reading, proofs } = readProvedTaxReturn([printedPage(text)])
  const lines = reading.forms.flatMap((form) =>
    [...form.lines].map(([key, figure]) => [key, formatCents(figure.value)]),
  )
  const states = proofs.filter((proof) => proof.name === 'form_arithmetic').map((proof) => proof.state)
  return { lines: Object.fromEntries(lines) as Record<string, string>, states }
}

const PROPERTIES = `
    OMB No. 1545-0184
    Form 4797 (2024)                                                                              Page 2

                                                Property A    Property B    Property C    Property D
    20  Gross sales price                  20      90,000        75,000
    21  Cost or other basis                21     120,000        60,000
    22  Depreciation allowed               22      50,000        10,000
    23  Adjusted basis                     23      70,000        50,000
    24  Total gain                         24      20,000        25,000
    25a Depreciation allowed from line 22  25a     50,000        10,000
    b   Enter the smaller of line 24       25b     20,000        10,000
    30  Total gains for all properties                                            30        45,000
    31  Add property columns A through D                                          31        30,000
    32  Subtract line 31 from line 30                                             32        15,000

                                                                      (a) Section   (b) Section
    33  Section 179 expense deduction                             33        8,000         4,000
    34  Recomputed depreciation                                   34        5,000         1,000
    35  Recapture amount                                          35        3,000         3,000
    `

test('properties stand in columns A to D, recapture in (a) and (b), and all of it adds up', () => {
  const { lines, states } = read(PROPERTIES)
  const expected = {
    ...{ '20A': '90000.00', '20B': '75000.00', '23B': '50000.00', '24A': '20000.00', '25aA': '50000.00' },
    ...{ '25bB': '10000.00', '30': '45000.00', '31': '30000.00', '32': '15000.00' },
    ...{ '33(a)': '8000.00', '34(b)': '1000.00', '35(a)': '3000.00', '35(b)': '3000.00' },
  }
  for (const [key, value] of Object.entries(expected)) assert.equal(lines[key], value, key)
  assert.equal(Object.keys(lines).length, 23)
  assert.equal(states.length, 11)
  assert.ok(states.every((state) => state === 'proved'))
})

test('a single wrong amount in a column of properties breaks what is made of it', () => {
  const { states } = read(PROPERTIES.replace('70,000', '70,100'))
  assert.equal(states.filter((state) => state === 'failed').length, 2)
})

const SALES = `
    OMB No. 1545-0074
    Schedule D (Form 1040) 2024

                                               (d)          (e)          (g)          (h)
    1a  Totals for all short-term            9,000        7,500                     1,500
    1b  Totals for all transactions         20,000       24,000        1,000       -3,000
    7   Net short-term capital gain or (loss)                               7      -1,500
    `

test('each row of Schedule D is proved across, and its last column down', () => {
  const { lines, states } = read(SALES)
  assert.equal(lines['1b(g)'], '1000.00')
  assert.equal(lines['1b(h)'], '-3000.00')
  assert.deepEqual(states, ['proved', 'proved', 'proved'])
  assert.deepEqual(read(SALES.replace('7,500', '7,600')).states.sort(), ['failed', 'proved', 'proved'])
})

const PLACED = `
    OMB No. 1545-0172
    Form 4562 (2024)

    17  MACRS deductions for assets placed in service in earlier years                              17     2,000
        (a) Property              (b) Month    (c) Basis    (d) Years    (e) Conv.    (f) Method    (g) Deduction
    19a 3-year property
    b   5-year property                           12,000        5            HY          200 DB        2,400
    e   15-year property                             900       15            HY          150 DB           45
    h   Residential rental           03/2024     275,000     27.5 yrs.       MM           S/L          7,917
        property                     06/2024     100,000     27.5 yrs.       MM           S/L          1,970
    20b 12-year                                    6,000       12 yrs.                    S/L            250
    22  Total. Add amounts from line 12, lines 14 through 17, lines 19 and 20 in column (g)         22    14,582
    `

test('property placed in service is read row by row, periods and methods are no amounts, and line 22 is proved', () => {
  const { lines, states } = read(PLACED)
  assert.deepEqual(lines, {
    ...{ '17': '2000.00', '19b(c)': '12000.00', '19b(g)': '2400.00', '19e(c)': '900.00', '19e(g)': '45.00' },
    ...{ '19h(c)': '275000.00', '19h(g)': '7917.00', '19h-2(c)': '100000.00', '19h-2(g)': '1970.00' },
    ...{ '20b(c)': '6000.00', '20b(g)': '250.00', '22': '14582.00' },
  })
  assert.deepEqual(states, ['proved'])
  assert.deepEqual(read(PLACED.replace('1,970', '1,790')).states, ['failed'])
})

test('a number inside a sentence of the form is an amount of no line', () => {
  const page = `
    OMB No. 1545-0074
    Schedule C (Form 1040) 2020

    30  Expenses for business use of your home. Do not report these expenses elsewhere
        and (b) the part of your home used for business     5,280,742             Use the Simplified
    31  Net profit or (loss). Subtract line 30 from line 29                              31   12,000
    `
  assert.deepEqual(read(page).lines, { '31': '12000.00' })
})
