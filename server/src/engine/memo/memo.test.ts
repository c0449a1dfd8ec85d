import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { MemoCell, MemoDocument, MemoTable } from '../model/memo.ts'
import { periodsToCharts } from './charts.ts'
import { composeMemo } from './compose.ts'
import { figureCell, formatFigure, formulaInWords, referenceOf } from './figures.ts'
import type { MemoEntity, MemoFigure, MemoInput, MemoPeriod, MemoSource, Unit } from './input.ts'
import { inChunks } from './tables.ts'

const DECIMALS: Readonly<Record<Unit, number>> = { usd: 2, ratio: 4, percent: 2, days: 1 }

function figure(value: string | null, more: Partial<MemoFigure> = {}): MemoFigure {
  const places = value === null ? [] : [{ mark: 'D1', page: 2 }]
  const reason = value === null ? { code: 'not_stated', about: [] } : null
  return { unit: 'usd', value, formula: null, reason, note: null, places, people: [], ...more }
}

function period(fiscalYear: number, figures: Record<string, MemoFigure>, more: Partial<MemoPeriod> = {}): MemoPeriod {
  const periodEnd = `${fiscalYear}-12-31`
  return {
    ...{ id: periodEnd, type: 'financial_statement', fiscalYear, periodEnd, monthsCovered: 12 },
    ...{ assurance: null, mappingState: 'mapped', figures: new Map(Object.entries(figures)), ...more },
  }
}

function company(periods: readonly MemoPeriod[], more: Partial<MemoEntity> = {}): MemoEntity {
  const who = { key: 'business:harbor', name: 'Harbor', kind: 'business', isBorrower: true, isObligated: true } as const
  return { ...who, periods, statement: [], ...more }
}

function source(mark: string, state: MemoSource['proof']['state']): MemoSource {
  return {
    ...{ mark, documentId: `doc_${mark}`, category: 'Balance Sheet', fileName: 'b.pdf', pages: [1, 2, 3, 7] },
    ...{ entityName: 'Harbor', assurance: 'reviewed', mappingState: null, extractionVersion: 1, extractionHash: 'ab' },
    proof: { state, passed: 3, total: state === 'proved' ? 3 : 4 },
    open: state === 'proved' ? [] : [{ name: 'subtotal', state, why: 'it breaks', pages: [2] }],
  }
}

function input(more: Partial<MemoInput> = {}): MemoInput {
  const at = new Date('2026-03-01T00:00:00Z')
  return {
    ...{ title: 'Credit memo', commentary: {}, renderId: 'rnd_1', orderedAt: at },
    borrower: { name: 'Harbor', entityType: null },
    loan: {
      ...{ id: 'loan_1', name: null, amount: '500000.00', purpose: null, product: null, termMonths: null },
      ...{ status: 'open', guarantors: null },
    },
    snapshot: {
      ...{ id: 'snap_1', status: 'final', version: 3, createdAt: at, finalizedAt: at, finalizedBy: 'key_1' },
      ...{ hash: 'f'.repeat(64), payloadHash: 'e'.repeat(64), engineVersion: '1', chartVersion: '1' },
      affiliates: 'distributions',
    },
    ...{
      documents: [source('D1', 'proved')],
      entities: [],
      years: [],
      addbacks: [],
      given: [],
      checks: [],
      unused: [],
    },
    ...more,
  }
}

const tablesOf = (memo: MemoDocument): MemoTable[] =>
  memo.sections.flatMap(({ parts }) => parts.filter((part) => part.kind === 'table'))

const cellsOf = (memo: MemoDocument): MemoCell[] =>
  tablesOf(memo).flatMap(({ rows }) => rows.flatMap(({ cells }) => cells))

test('figures are printed as they are stated, with separators, a real minus sign and their unit', () => {
  const table: [value: string, unit: Unit, hasCents: boolean, text: string][] = [
    ['0.00', 'usd', true, '0.00'],
    ['999.50', 'usd', true, '999.50'],
    ['1000.00', 'usd', false, '1,000'],
    ['-1234567.89', 'usd', true, '−1,234,567.89'],
    ['1.3512', 'ratio', false, '1.3512×'],
    ['-3.10', 'percent', true, '−3.10%'],
    ['1234.5', 'days', true, '1,234.5 days'],
  ]
  for (const [value, unit, hasCents, text] of table) assert.equal(formatFigure(value, unit, hasCents), text)
})

test('what is printed can be read back to what was stated', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('usd', 'ratio', 'percent', 'days'),
      fc.bigInt(-(10n ** 18n), 10n ** 18n),
      (unit, whole) => {
        const digits = String(whole < 0n ? -whole : whole).padStart(DECIMALS[unit] + 1, '0')
        const stated = `${whole < 0n ? '-' : ''}${digits.slice(0, -DECIMALS[unit])}.${digits.slice(-DECIMALS[unit])}`
        const printed = formatFigure(stated, unit)
        assert.equal(
          printed
            .replaceAll(',', '')
            .replace('−', '-')
            .replace(/[×%]| days$/, ''),
          stated,
        )
        assert.doesNotMatch(printed, /-/)
      },
    ),
  )
})

test('a figure names its pages, what people gave, and the documents that are not proved', () => {
  const unproved = new Set(['D2'])
  const places = [1, 2, 3, 4].map((page) => ({ mark: page === 1 ? 'D2' : 'D1', page }))
  assert.equal(referenceOf(places, unproved), 'D2 p1†, D1 p2, D1 p3 +1')
  assert.equal(referenceOf([{ mark: 'D1', page: null }], unproved), 'D1')
  const derived = figure('1.2500', { unit: 'ratio', formula: 'a / b', people: ['analyst'] })
  assert.deepEqual(figureCell(derived, unproved, true), {
    text: '1.2500×',
    small: 'calc D1 p2, analyst',
    tone: 'plain',
  })
})

test('where there is no figure the reason stands in its place', () => {
  const because = (code: string, ...about: string[]) =>
    figureCell(figure(null, { reason: { code, about } }), new Set(), true).small
  assert.equal(because('not_twelve_months'), 'not a full year')
  assert.equal(because('missing_input', 'debt_service_total'), 'needs debt service total')
  assert.equal(because('missing_input', 'prior(revenue)', 'cogs'), 'needs prior revenue and 1 more')
  assert.equal(because('missing_member', 'person:dana ellison'), 'needs dana ellison')
})

test('formulas are written as people write them, with what counts as nothing when it is missing', () => {
  assert.equal(
    formulaInWords('(net_worth - prior(net_worth)) / (rent or 0) * 100'),
    '(net worth − prior net worth) ÷ (rent or 0) × 100',
  )
})

test('a section without words and figures is not printed, and the appendix names it', () => {
  const memo = composeMemo(input({ commentary: { risks: 'One.\n\n- two\n- three\n  goes on' } }))
  const headings = memo.sections.map(({ heading }) => heading)
  assert.deepEqual(headings, ['Financial analysis', 'Risks and mitigants', 'Appendix: spreads and sources'])
  assert.deepEqual(memo.sections[1]?.parts, [
    {
      kind: 'commentary',
      blocks: [
        { isItem: false, text: 'One.' },
        { isItem: true, text: 'two' },
        { isItem: true, text: 'three goes on' },
      ],
    },
  ])
  const words = memo.sections.at(-1)?.parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])) ?? []
  assert.ok(words.some((text) => text.includes('Without words or figures: Request and recommendation; Structure')))
})

test('the first page says when figures are not final and when documents are not proved', () => {
  assert.equal(composeMemo(input()).warning, null)
  const documents = [source('D1', 'proved'), source('D2', 'failed')]
  assert.match(composeMemo(input({ documents })).warning ?? '', /^1 of 2 documents/)
  const snapshot = { ...input().snapshot, status: 'machine', finalizedAt: null, finalizedBy: null } as const
  assert.match(composeMemo(input({ snapshot })).warning ?? '', /not final/)
  const why = cellsOf(composeMemo(input({ documents }))).map(({ text }) => text)
  assert.ok(why.includes('D2 p2') && why.includes('it breaks'))
})

test('no figure stands in a memo without a place or a person to ask', () => {
  const figures = { revenue: figure('100.00'), ebitda: figure('10.00'), net_income: figure(null) }
  const entities = [company([2021, 2022, 2023].map((year) => period(year, figures)))]
  const printed = tablesOf(composeMemo(input({ entities })))
    .filter(({ columns }) => columns.some(({ isFigure }) => isFigure))
    .flatMap(({ columns, rows }) => rows.flatMap(({ cells }) => cells.filter((_, at) => columns[at]?.isFigure)))
    .filter(({ text }) => text !== '')
  assert.ok(printed.length >= 12)
  for (const { text, small } of printed) assert.ok(text === '–' ? small !== '' : small, text)
})

test('many periods are split into even tables that each page can hold', () => {
  for (let count = 0; count <= 23; count += 1) {
    const columns = Array.from({ length: count }, (_, at) => at)
    const chunks = inChunks(columns)
    assert.deepEqual(chunks.flat(), columns)
    const sizes = chunks.map(({ length }) => length)
    assert.ok(
      sizes.every((size) => size <= 5 && (size > 1 || count === 1)),
      `${count}: ${sizes.join()}`,
    )
  }
})

test('a chart has its bars from zero inside the plot, its figures below them, and says it all in words', () => {
  const cents = fc.integer({ min: -5_000_000_00, max: 5_000_000_00 }).map((whole) => (whole / 100).toFixed(2))
  fc.assert(
    fc.property(fc.array(fc.tuple(cents, cents), { minLength: 1, maxLength: 7 }), (values) => {
      const years = values.map(([revenue, ebitda], at) =>
        period(2018 + at, { revenue: figure(revenue), ebitda: figure(ebitda) }),
      )
      const [chart, ...others] = periodsToCharts(years)
      assert.ok(chart)
      assert.equal(others.length, 0)
      const bars = chart.marks.filter((mark) => mark.kind === 'bar').slice(2)
      const base = chart.marks.find((mark) => mark.kind === 'rule')?.y ?? -1
      for (const bar of bars) {
        assert.ok(bar.x >= 0 && bar.x + bar.w <= chart.width && bar.y >= 20 && bar.y + bar.h <= chart.height)
        assert.ok(Math.abs(bar.y - base) < 0.02 || Math.abs(bar.y + bar.h - base) < 0.02)
      }
      const words = chart.marks.flatMap((mark) => (mark.kind === 'word' ? [mark.text] : []))
      const last = values.at(-1)?.[0] ?? ''
      assert.ok(
        words.some(
          (word) =>
            word.replaceAll(',', '').replace('−', '-') === last ||
            `${word.replaceAll(',', '').replace('−', '-')}.00` === last,
        ),
      )
      assert.match(chart.alt, /^Revenue and EBITDA\. /)
    }),
  )
})

test('a tax return is not drawn beside the books of its year', () => {
  const figures = { revenue: figure('100.00') }
  const [chart] = periodsToCharts([period(2023, figures, { type: 'tax_return' }), period(2023, figures)])
  assert.equal(chart?.marks.filter((mark) => mark.kind === 'word' && mark.text === 'FY 2023').length, 1)
})
