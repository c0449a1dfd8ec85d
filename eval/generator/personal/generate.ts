/** One seed → one personal financial statement: the official form, a bank's own, an accountant's, a workbook. */
import { writeXlsx } from 'hucre'
import type { CellValue } from 'hucre'
import { centsOf, formatCents } from '../../../server/src/lib/money.ts'
import type { GeneratedFile, TruthRow } from '../../tables/truth.ts'
import { ENGLISH_MONTHS } from '../languages.ts'
import { CITIES, NAME_ENDS, NAME_STARTS } from '../names.ts'
import { Random } from '../random.ts'
import type { Affairs, Entry, Manner } from './content.ts'
import { makeAffairs } from './content.ts'
import type { DrawnPersonal, PersonalStyle } from './draw.ts'
import { drawPersonal } from './draw.ts'

type House = 'sba-413' | 'bank' | 'accountant' | 'workbook'
type HeadLine = { text: string; x: number; bold: boolean; field?: boolean }[]

export async function generatePersonal(seed: number, scan: boolean): Promise<GeneratedFile> {
  const random = new Random(seed * 23 + 11)
  const house = random.pick<House>(
    scan ? ['sba-413', 'bank', 'accountant'] : ['sba-413', 'bank', 'accountant', 'workbook', 'bank'],
  )
  const manner = mannerOf(random, house)
  const affairs = makeAffairs(random, manner)
  const day = [random.between(2019, 2025), random.between(1, 12), random.between(1, 28)] as const
  const truth = (drawn: DrawnPersonal | null): GeneratedFile['truth'] => ({
    name: `personal-${house}-${seed}`,
    class: 'personal-financial-statement',
    columns: [''],
    rows: truthRows(affairs, drawn),
    keyed: false,
    facts: {
      as_of: `${day[0]}-${String(day[1]).padStart(2, '0')}-${String(day[2]).padStart(2, '0')}`,
      person: affairs.person,
    },
    misprinted: affairs.misprinted,
  })
  if (house === 'workbook')
    return { truth: truth(null), bytes: await toWorkbook(affairs, random, dayText(random, day)), extension: 'xlsx' }
  const style = styleOf(random, house, scan)
  const drawn = await drawPersonal(affairs, style, headOf(random, house, affairs.person, dayText(random, day)), random)
  return { truth: truth(drawn), bytes: drawn.bytes, extension: 'pdf' }
}

function mannerOf(random: Random, house: House): Manner {
  const official = house === 'sba-413'
  const full = official || random.chance(0.6)
  return {
    official,
    groups: house === 'accountant' && random.chance(0.4),
    balanceLine: official || random.chance(0.5),
    income: official ? 'lines' : random.pick(['none', 'lines', 'totalled', 'totalled']),
    contingent: official || random.chance(0.4),
    expenses: !official && random.chance(0.3),
    schedules: house !== 'workbook' && full,
    scheduleTotals: !official && random.chance(0.6),
  }
}

function styleOf(random: Random, house: House, scan: boolean): PersonalStyle {
  const official = house === 'sba-413'
  const sides = official || (house === 'bank' && random.chance(0.75))
  const costColumn = house === 'accountant' && random.chance(0.25)
  const size = scan ? random.between(8, 10) : official ? 8 : random.between(7, 10)
  return {
    sides,
    fields: !scan && (official ? random.chance(0.6) : house === 'bank' && random.chance(0.3)),
    dollar: official ? 'apart' : random.pick(['none', 'near', 'apart']),
    decimals: !official && random.chance(0.3),
    grouping: random.chance(official ? 0.6 : 0.95),
    zero: random.pick(['0', '0', '-', '0.00']),
    leaders: official || random.chance(0.3),
    references: house === 'bank' && random.chance(0.4),
    outerTotals: house === 'accountant' && !costColumn && random.chance(0.4),
    costColumn,
    font: random.pick(['Helvetica', 'Times-Roman']),
    size,
    pitch: size * (1.35 + random.next() * 0.6),
    scheduleWord: official ? 'Section' : random.pick(['Section', 'Schedule']),
    headings: official
      ? {
          assets: 'ASSETS (Omit Cents)',
          liabilities: 'LIABILITIES (Omit Cents)',
          income: 'Section 1. Source of Income',
          contingent: 'Contingent Liabilities',
        }
      : {
          assets: random.pick(['ASSETS', 'Assets', 'Assets (in dollars)']),
          liabilities: random.pick(['LIABILITIES', 'Liabilities', 'Liabilities and Net Worth']),
          income: random.pick(['Sources of Income', 'Annual Income', 'INCOME']),
          contingent: random.pick(['Contingent Liabilities', 'CONTINGENT LIABILITIES']),
        },
  }
}

function headOf(random: Random, house: House, person: string, day: string): HeadLine[] {
  const line = (text: string, bold = false, x = 40): HeadLine => [{ text, x, bold }]
  if (house === 'sba-413')
    return [
      [
        { text: 'PERSONAL FINANCIAL STATEMENT', x: 200, bold: true },
        { text: 'OMB APPROVAL NO.: 3245-0188', x: 440, bold: false },
      ],
      [
        { text: '7(a) / 504 LOANS AND SURETY BONDS', x: 190, bold: false },
        { text: 'EXPIRATION DATE: 05/31/2024', x: 440, bold: false },
      ],
      line('U.S. SMALL BUSINESS ADMINISTRATION', true, 190),
      [
        { text: 'As of', x: 420, bold: false },
        { text: day.replace(/^As of /i, ''), x: 450, bold: false, field: true },
      ],
      [
        { text: 'Name', x: 40, bold: false },
        { text: person, x: 90, bold: false, field: true },
        { text: 'Business Phone', x: 380, bold: false },
      ],
      [
        { text: 'Home Address', x: 40, bold: false },
        { text: `${random.between(10, 900)} Oak St`, x: 120, bold: false, field: true },
        { text: 'Home Phone', x: 380, bold: false },
      ],
      line(`City, State, & Zip Code ${random.pick(CITIES)}`),
      [
        { text: 'Business Name of Applicant/Borrower', x: 40, bold: false },
        { text: firm(random), x: 230, bold: false, field: true },
      ],
    ]
  if (house === 'bank')
    return [
      line(`${random.pick(NAME_STARTS)} ${random.pick(['National Bank', 'Community Bank', 'Credit Union'])}`, true),
      line(
        random.pick([
          'Personal Financial Statement',
          'PERSONAL FINANCIAL STATEMENT',
          'Confidential Financial Statement',
        ]),
        true,
      ),
      ...(random.chance(0.5)
        ? [line(`${random.pick(["Applicant's Name", 'Name'])}: ${person}`)]
        : [
            [
              { text: random.pick(['Name', 'Borrower Name', 'Name of Applicant']), x: 40, bold: false },
              { text: person, x: 170, bold: false, field: true },
            ],
          ]),
      line(`Address: ${random.between(10, 900)} Elm Ave, ${random.pick(CITIES)}`),
      line(day),
    ]
  return [
    line(person, true),
    line(
      random.pick([
        'Statement of Financial Condition',
        'Personal Financial Statement',
        'Statement of Net Worth',
        'Personal Balance Sheet',
      ]),
      true,
    ),
    line(day),
  ]
}

function firm(random: Random): string {
  return `${random.pick(NAME_STARTS)} ${random.pick(NAME_ENDS)} LLC`
}

function dayText(random: Random, [year, month, day]: readonly [number, number, number]): string {
  return random.chance(0.5) || day < 13
    ? `As of ${ENGLISH_MONTHS[month - 1] ?? ''} ${day}, ${year}`
    : `As of ${month}/${day}/${year}`
}

function truthRows(affairs: Affairs, drawn: DrawnPersonal | null): TruthRow[] {
  const { assets, liabilities, income, expenses, contingent } = affairs
  const lines = [...assets, ...liabilities, ...income, ...expenses, ...contingent].flatMap((entry): TruthRow[] => {
    if (entry.value === null || (drawn === null && entry.role === 'memo')) return []
    const place = drawn?.entries.get(entry)
    return [
      {
        label: entry.label,
        values: [formatCents(centsOf(entry.value))],
        ...(place ? { page: place.page, boxes: [place.box] } : {}),
      },
    ]
  })
  const cells = affairs.schedules.flatMap((schedule, index) =>
    [...schedule.rows, ...(schedule.total ? [schedule.total] : [])].flatMap((row, at) =>
      row.flatMap((cell, column): TruthRow[] => {
        if (typeof cell !== 'bigint') return []
        const place = drawn?.cells.get(`${index}.${at}.${column}`)
        const named = row.find((one): one is string => typeof one === 'string' && /[A-Za-z]{2,}/.test(one)) ?? ''
        const label = `${named} · ${schedule.columns[column]?.head ?? ''}`
        return [
          { label, values: [formatCents(centsOf(cell))], ...(place ? { page: place.page, boxes: [place.box] } : {}) },
        ]
      }),
    ),
  )
  return [...lines, ...cells]
}

/** A sheet somebody made: both sides beside each other, or one below the other. */
async function toWorkbook(affairs: Affairs, random: Random, day: string): Promise<Uint8Array> {
  const { person, assets, liabilities, income, expenses, contingent } = affairs
  const cells = (entry: Entry | undefined): CellValue[] =>
    entry === undefined ? [null, null] : [entry.label, entry.value === null ? null : Number(entry.value) / 100]
  const beside = (left: readonly Entry[], right: readonly Entry[]): CellValue[][] =>
    Array.from({ length: Math.max(left.length, right.length) }, (_, index) => [
      ...cells(left[index]),
      null,
      ...cells(right[index]),
    ])
  const kept = liabilities.filter((entry) => entry.role !== 'memo')
  const rows: CellValue[][] = random.chance(0.5)
    ? [
        ['ASSETS', 'Amount', null, 'LIABILITIES', 'Amount'],
        ...beside(assets, kept),
        [null],
        ['Annual Income', null, null, 'Contingent Liabilities'],
        ...beside(income, contingent),
      ]
    : [
        ['Assets', 'Amount'],
        ...assets.map(cells),
        [null],
        ['Liabilities', 'Amount'],
        ...kept.map(cells),
        [null],
        ['Annual Income'],
        ...income.map(cells),
        [null],
        ['Contingent Liabilities'],
        ...contingent.map(cells),
      ]
  const spent: CellValue[][] = expenses.length === 0 ? [] : [[null], ['Annual Expenses'], ...expenses.map(cells)]
  const title = random.pick(['Personal Financial Statement', 'Statement of Net Worth', 'Personal Balance Sheet'])
  return writeXlsx({
    sheets: [
      {
        name: random.pick(['PFS', 'Sheet1', 'Net worth']),
        columns: [{ width: 40 }, { width: 16 }, { width: 4 }, { width: 40 }, { width: 16 }],
        rows: [[title], [random.chance(0.5) ? `Name: ${person}` : person], [day], [null], ...rows, ...spent],
      },
    ],
  })
}
