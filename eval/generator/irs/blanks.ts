/**
 * Official blanks and what their fields are: which line each numbered field is the box of. Fields of a page are
 * numbered in the order of its lines, so a run `f1_31 1a 1b -` names the lines of f1_31 and those after it, `-` being a
 * field that is no line. Checked by typing each line's key into its field and looking at the page.
 */
export interface Blank {
  readonly file: string
  readonly year: number
  readonly forms: Readonly<Record<string, readonly string[]>>
  /** Fields for the name, in the order in which its parts are asked for, and for the taxpayer's number. */
  readonly name: readonly string[]
  readonly number: string
}

const INCOME_1040 = '1a 1b 1c 1d 1e 1f 1g 1h 1i 1z 2a 2b 3a 3b 4a 4b 5a 5b 6a 6b 7 8 9 10 11 12 13 14 15'
const TAX_1040 = '16 17 18 19 20 21 22 23 24 25a 25b 25c 25d 26 27 28 29 - 31 32 33 34 35a - - 36 37 38'
const OTHER_INCOME = '8a 8b 8c 8d 8e 8f 8g 8h 8i 8j 8k 8l 8m 8n 8o 8p 8q 8r 8s 8t 8u'
const ADJUSTMENTS =
  '11 12 13 14 15 16 17 18 19a - - 20 21 - 23 24a 24b 24c 24d 24e 24f 24g 24h 24i 24j 24k - - 24z 25 26'
const RENTS = columned(['3', '4', '5', '6', '7', '8', '9', '10', '11', '12', '13', '14', '15', '16', '17', '18'], 'ABC')
const RENTS_END = `- ${columned(['19', '20', '21', '22'], 'ABC')} 23a 23b 23c 23d 23e 24 25 26`
const PLACED_IN_SERVICE = placedRows('19a 19b 19c 19d 19e 19f 19g 19h 19i 19i-2 19j 19j-2'.split(' '))
const BALANCE = [
  '1',
  '2a',
  '2b',
  '3',
  '4',
  '5',
  '6',
  '7',
  '8',
  '9',
  '10a',
  '10b',
  '11a',
  '11b',
  '12',
  '13a',
  '13b',
  '14',
  '15',
  '16',
  '17',
  '18',
  '19',
  '20',
  '21',
  '22',
  '23',
  '24',
  '25',
  '26',
  '27',
]

export const BLANKS: readonly Blank[] = [
  {
    file: 'irs-f1040-2021-blank.pdf',
    year: 2021,
    name: ['f1_02', 'f1_03'],
    number: 'f1_04',
    forms: {
      'Form 1040': [
        'f1_28 1 2a 2b 3a 3b 4a 4b 5a 5b 6a 6b 7 8 9 10 11 12a 12b 12c 13 14 15',
        'f2_02 16 17 18 19 20 21 22 23 24 25a 25b 25c 25d 26 27a 27b 27c 28 29 30 31 32 33 34 35a - - 36 37 38',
      ],
    },
  },
  {
    file: 'irs-f1040-2022-blank.pdf',
    year: 2022,
    name: ['f1_02', 'f1_03'],
    number: 'f1_04',
    forms: { 'Form 1040': [`f1_28 ${INCOME_1040}`, `f2_02 ${TAX_1040}`] },
  },
  {
    file: 'irs-f1040-2023-blank.pdf',
    year: 2023,
    name: ['f1_04', 'f1_05'],
    number: 'f1_06',
    forms: { 'Form 1040': [`f1_31 ${INCOME_1040}`, `f2_02 ${TAX_1040}`] },
  },
  {
    file: 'irs-f1040-2024-blank.pdf',
    year: 2024,
    name: ['f1_04', 'f1_05'],
    number: 'f1_06',
    forms: { 'Form 1040': [`f1_32 ${INCOME_1040}`, `f2_02 ${TAX_1040}`] },
  },
  {
    file: 'irs-f1040s1-2022-blank.pdf',
    year: 2022,
    name: ['f1_01'],
    number: 'f1_02',
    forms: {
      'Schedule 1 (Form 1040)': [`f1_03 1 2a - 3 4 5 6 7 ${OTHER_INCOME} - - 8z 9 10`, `f2_01 ${ADJUSTMENTS}`],
    },
  },
  {
    file: 'irs-f1040s1-2024-blank.pdf',
    year: 2024,
    name: ['f1_01'],
    number: 'f1_02',
    forms: {
      'Schedule 1 (Form 1040)': [`f1_04 1 2a - 3 4 5 6 7 ${OTHER_INCOME} 8v - - 8z 9 10`, `f2_01 ${ADJUSTMENTS}`],
    },
  },
  {
    file: 'irs-f1040sc-2021-blank.pdf',
    year: 2021,
    name: ['f1_1'],
    number: 'f1_2',
    forms: {
      'Schedule C (Form 1040)': [
        'f1_10 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16a 16b 17 18 19 20a 20b 21 22 23 24a 24b 25 26 27a - 28 29 - - 30 31',
        'f2_1 35 36 37 38 39 40 41 42',
        'f2_33 48',
      ],
    },
  },
  {
    file: 'irs-f1040sd-2024-blank.pdf',
    year: 2024,
    name: ['f1_01'],
    number: 'f1_02',
    forms: {
      'Schedule D (Form 1040)': [
        'f1_03 1a(d) 1a(e)',
        'f1_06 1a(h) 1b(d) 1b(e) 1b(g) 1b(h) 2(d) 2(e) 2(g) 2(h) 3(d) 3(e) 3(g) 3(h) 4 5 6 7 8a(d) 8a(e)',
        'f1_26 8a(h) 8b(d) 8b(e) 8b(g) 8b(h) 9(d) 9(e) 9(g) 9(h) 10(d) 10(e) 10(g) 10(h) 11 12 13 14 15',
        'f2_01 16 18 19 21',
      ],
    },
  },
  {
    file: 'irs-f1040se-2021-blank.pdf',
    year: 2021,
    name: ['f1_1'],
    number: 'f1_2',
    forms: {
      'Schedule E (Form 1040)': [
        `f1_16 ${RENTS} ${RENTS_END}`,
        'f2_40 30 31 32',
        'f2_59 35 36 37',
        'f2_67 39 40 41 42 43',
      ],
    },
  },
  ...[2023, 2024].map((year) => ({
    file: `irs-f1040se-${year}-blank.pdf`,
    year,
    name: ['f1_1'],
    number: 'f1_2',
    forms: {
      'Schedule E (Form 1040)': [
        `f1_16 ${RENTS} ${RENTS_END}`,
        'f2_45 30 31 32',
        'f2_68 35 36 37',
        'f2_76 39 40 41 42 43',
      ],
    },
  })),
  {
    file: 'irs-f1040sse-2023-blank.pdf',
    year: 2023,
    name: ['f1_1'],
    number: 'f1_2',
    forms: {
      'Schedule SE (Form 1040)': ['f1_3 1a 1b 2 3 4a 4b 4c 5a 5b 6 - 8a 8b 8c 8d 9 10 11 12 13', 'f2_2 15 16 17'],
    },
  },
  {
    file: 'irs-f1120s-2025-blank.pdf',
    year: 2025,
    name: ['f1_4'],
    number: 'f1_13',
    forms: {
      'Form 1120-S': [
        'f1_17 1a 1b 1c 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23a 23b 23c 24a 24b 24c 24d 24z 25 26 27',
      ],
      'Schedule K (Form 1120-S)': [
        'f3_3 1 2 3a 3b 3c 4 5a 5b 6 7 8a 8b 8c 9 - 10 11 12a 12b 12c - 12d - 12e 13a 13b 13c - 13d - 13e 13f - 13g',
        'f3_37 15a 15b 15c 15d 15e 15f 16a 16b 16c 16d 16e 16f',
        'f4_1 17a 17b 17c 18',
      ],
      'Schedule L (Form 1120-S)': [`f4_5 ${BALANCE.map((key) => `${key}(a) ${key}(b) ${key}(c) ${key}(d)`).join(' ')}`],
      'Schedule M-1 (Form 1120-S)': ['f5_1 1 - - 2 3a - 3b - 3 4 5a - 5 6a - 6 7 8'],
      'Schedule M-2 (Form 1120-S)': [
        `f5_19 ${['1', '2', '3', '4', '5', '6', '7', '8'].map((key) => `${key}(a) ${key}(b) ${key}(c) ${key}(d)`).join(' ')}`,
      ],
    },
  },
  {
    file: 'irs-f4562-2025-blank.pdf',
    year: 2025,
    name: ['f1_1'],
    number: 'f1_3',
    forms: {
      'Form 4562': [
        'f1_4 1 2 3 4 5',
        'f1_15 7 8 9 10 11 12 13 14 15 16 17',
        `f1_26 ${PLACED_IN_SERVICE}`,
        `f1_98 ${placedRows(['20a', '20b', '20c', '20d', '20e'])}`,
        'f2_1 21 22 23a 23b 25',
        'f2_57 28 29',
        'f3_13 43 44',
      ],
    },
  },
  {
    file: 'irs-f8995-2024-blank.pdf',
    year: 2024,
    name: ['f1_1'],
    number: 'f1_2',
    forms: { 'Form 8995': ['f1_18 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17'] },
  },
]

/** Line key → field name, for one form of a blank. */
export function fieldsByLine(runs: readonly string[]): Map<string, string> {
  const fields = new Map<string, string>()
  for (const run of runs) {
    const [first = '', ...keys] = run.split(' ')
    const [, stem = '', digits = ''] = /^(f\d_)(\d+)$/.exec(first) ?? []
    for (const [index, key] of keys.entries())
      if (key !== '-') fields.set(key, `${stem}${String(Number(digits) + index).padStart(digits.length, '0')}`)
  }
  return fields
}

/** When placed in service, basis, period, convention, method and deduction. */
function placedRows(keys: readonly string[]): string {
  return keys.flatMap((key) => ['(b)', '(c)', '(d)', '(e)', '(f)', '(g)'].map((column) => `${key}${column}`)).join(' ')
}

function columned(keys: readonly string[], columns: string): string {
  return keys.flatMap((key) => [...columns].map((column) => `${key}${column}`)).join(' ')
}
