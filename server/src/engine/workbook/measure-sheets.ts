/** The sheets of measures: a company's over its periods, and the loan's over its years. */
import { figure, text } from './draft.ts'
import type { DraftCell, DraftSheet } from './draft.ts'
import { bridgeRows } from './bridge.ts'
import type { Company, Measure, MeasureValue, WorkbookInput } from './input.ts'
import { groupMeasures } from './measure-groups.ts'
import { CAPTION_WIDTH, captionOf, headedSheet, heads, MONEY_WIDTH, sectionRow } from './sheet-parts.ts'

type Row = readonly (DraftCell | null)[]

const FORMULA_WIDTH = 56

/** Statements side by side, the bridge from net income to EBITDA, then every measure. */
export function companySheet(company: Company, name: string): DraftSheet {
  const { periods } = company
  const width = periods.length + 2
  const statement = company.statement.map((row): Row => [
    text(row.label, {
      indent: row.kind === 'measure' ? 0 : row.depth,
      bold: row.kind === 'measure' || row.depth === 0,
    }),
    ...row.values.map(({ value, expression }) =>
      value === null
        ? null
        : figure(
            { value, unit: 'usd', expression },
            { bold: row.kind === 'measure' || row.depth === 0, ruled: row.kind === 'measure' },
          ),
    ),
  ])
  const bridge = bridgeRows(company)
  return headedSheet({
    name,
    title: `${company.name} · Spread`,
    about: `${company.standing} Ratios are stated to four places, percentages to two. A cell without a figure says why in its note.`,
    head: [
      ...heads(['Measure'], 'left'),
      ...periods.map(({ heading }) => text(heading, { role: 'head', align: 'right', wrap: true })),
      ...heads(['How it is made'], 'left'),
    ],
    rows: [
      ...factRows(company),
      ...(statement.length > 0 ? [sectionRow('Income statements on the chart of accounts', width), ...statement] : []),
      ...(bridge.length > 0 ? [sectionRow('From net income to normalized EBITDA', width), ...bridge] : []),
      ...groupMeasures(company.measures).flatMap(({ title, measures }) => [
        sectionRow(title, width),
        ...measures.map(measureRow),
      ]),
    ],
    widths: [CAPTION_WIDTH, ...periods.map(() => MONEY_WIDTH), FORMULA_WIDTH],
  })
}

function factRows({ periods }: Company): Row[] {
  const fact = (label: string, words: readonly (string | null)[]): Row[] =>
    words.some((word) => word !== null)
      ? [
          [
            text(label, { role: 'quiet' }),
            ...words.map((word) => text(word ?? '', { role: 'quiet', align: 'right' as const })),
          ],
        ]
      : []
  return [
    ...fact('Basis', periods.map(({ basis }) => basis)),
    ...fact('Months', periods.map(({ months }) => (months === null ? null : String(months)))),
    ...fact('Assurance', periods.map(({ assurance }) => assurance && captionOf(assurance))),
    ...fact('Mapping', periods.map(({ mappingState }) => mappingState)),
  ] // prettier-ignore
}

function measureRow(measure: Measure): Row {
  return [
    text(captionOf(measure.key), { indent: 1 }),
    ...measure.values.map((value) => measureCell(measure, value)),
    text(measure.formula === null ? (measure.values.find(({ note }) => note)?.note ?? '') : `= ${measure.formula}`, {
      role: 'quiet',
      wrap: true,
    }),
  ]
}

export function measureCell({ unit }: Measure, { value, expression, name, reason, note }: MeasureValue): DraftCell {
  if (value === null) return text('n/a', { role: 'quiet', align: 'right', note: reason })
  return figure({ value, unit, expression, name }, { note })
}

/** What all who answer for the loan earn and owe together. */
export function yearsSheet({ headings, measures }: WorkbookInput['years'], name: string): DraftSheet {
  return headedSheet({
    name,
    title: 'Global cash flow',
    about: 'All who answer for the loan together, by fiscal year; a payment between two of them is taken out once.',
    head: [...heads(['Measure'], 'left'), ...heads(headings), ...heads(['How it is made'], 'left')],
    rows: measures.map(measureRow),
    widths: [CAPTION_WIDTH, ...headings.map(() => MONEY_WIDTH), FORMULA_WIDTH],
  })
}

/** What people gave: addbacks, the loan's terms, an analyst's figures. */
export function givenSheet(given: WorkbookInput['given'], name: string): DraftSheet {
  return headedSheet({
    name,
    title: 'Given figures',
    about: 'What people gave and no document here states. Measures refer to these cells.',
    head: [...heads(['Figure', 'About'], 'left'), ...heads(['Amount']), ...heads(['Note'], 'left')],
    rows: given.map((one) => [
      text(one.label),
      text(one.about, { role: 'quiet' }),
      figure({ value: one.value, unit: 'usd', name: one.name }),
      text(one.note ?? '', { role: 'quiet', wrap: true }),
    ]),
    widths: [CAPTION_WIDTH, 36, MONEY_WIDTH, FORMULA_WIDTH],
  })
}
