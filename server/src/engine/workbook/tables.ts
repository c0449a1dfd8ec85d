/** The same figures as plain tables, one row a figure, for pivot tables and imports. Derived cells are formulas here too. */
import { count, text } from './draft.ts'
import type { DraftCell, DraftSheet } from './draft.ts'
import { filedFigure, footFigures, nodeFigure, openFigure, printedFigure } from './figures.ts'
import type { Measure, PrintedDocument, WorkbookInput } from './input.ts'
import { givenSheet, measureCell } from './measure-sheets.ts'
import { captionOf, headedSheet, heads, MONEY_WIDTH } from './sheet-parts.ts'
import type { SheetNames } from './sheet-parts.ts'

type Row = readonly (DraftCell | null)[]

interface Listed {
  readonly sheet: DraftSheet
  readonly about: string
}

export function tableSheets(input: WorkbookInput, names: SheetNames): Listed[] {
  return [
    { sheet: linesTable(input.documents, names.take('Lines')), about: 'every printed figure, a row each' },
    { sheet: accountsTable(input.documents, names.take('Accounts')), about: 'every figure on the chart of accounts' },
    { sheet: feetTable(input.documents, names.take('Feet')), about: 'what the lines walk to, by statement and period' },
    { sheet: measuresTable(input, names.take('Measures')), about: 'every measure of every company, period and year' },
    ...(input.given.length > 0
      ? [
          {
            sheet: givenSheet(input.given, names.take('Given figures')),
            about: 'addbacks, terms and an analyst’s figures',
          },
        ]
      : []),
  ]
}

function table(
  of: Pick<DraftSheet, 'name' | 'widths'> & {
    readonly about: string
    readonly head: readonly string[]
    readonly rows: readonly Row[]
  },
): DraftSheet {
  return headedSheet({
    ...of,
    title: of.name,
    head: heads(of.head, 'left'),
    frozenColumns: 0,
    hasFilter: of.rows.length > 0,
  })
}

function linesTable(documents: readonly PrintedDocument[], name: string): DraftSheet {
  const rows = documents.flatMap((document) =>
    document.rows.flatMap((row, line) =>
      row.figures.flatMap((one, at): Row[] => {
        if (one === null) return []
        return [
          [
            ...whose(document),
            count(line + 1),
            text(row.label),
            text(row.isTotal ? 'total' : 'line', { role: 'quiet' }),
            text(document.columns[at] ?? ''),
            printedFigure(document.id, one),
            text(row.filing?.account ?? ''),
            filedFigure(document.id, row, at),
            count(one.page),
            text(one.address, { role: 'quiet' }),
            text(row.mark ?? '', { role: 'quiet' }),
          ],
        ]
      }),
    ),
  )
  return table({
    name,
    about: 'As printed, in whole dollars.',
    head: ['Company', 'Document', 'Id', 'Line', 'Caption', 'Kind', 'Period', 'Printed', 'Account', 'Filed', 'Page', 'Address', 'Remark'],
    rows,
    widths: [26, 26, 32, 7, 40, 8, 20, MONEY_WIDTH, 30, MONEY_WIDTH, 7, 14, 24],
  }) // prettier-ignore
}

const whose = (document: PrintedDocument): DraftCell[] => [
  text(document.company ?? ''),
  text(document.title),
  text(document.id, { role: 'quiet' }),
]

function accountsTable(documents: readonly PrintedDocument[], name: string): DraftSheet {
  const rows = documents.flatMap((document) => {
    const { mapping } = document
    if (!mapping) return []
    return mapping.nodes.flatMap((node) =>
      node.values.flatMap((value, at): Row[] =>
        value === null
          ? []
          : [
              [
                ...whose(document),
                text(node.key),
                text(node.label),
                text(node.kind, { role: 'quiet' }),
                text(node.effect ?? '', { role: 'quiet' }),
                count(node.depth),
                text(document.columns[at] ?? ''),
                nodeFigure(mapping, node, at),
                openFigure(mapping, node, at),
              ],
            ],
      ),
    )
  })
  return table({
    name,
    about: 'Each figure positive in the direction in which it counts.',
    head: ['Company', 'Document', 'Id', 'Key', 'Account', 'Kind', 'Counts', 'Depth', 'Period', 'Figure', 'Not itemized'],
    rows,
    widths: [26, 26, 32, 26, 34, 9, 11, 7, 20, MONEY_WIDTH, MONEY_WIDTH],
  }) // prettier-ignore
}

function feetTable(documents: readonly PrintedDocument[], name: string): DraftSheet {
  const rows = documents.flatMap((document) => {
    const { mapping } = document
    if (!mapping) return []
    return mapping.foot.map((_, at): Row => {
      const { printed, walk, residual, allowed } = footFigures(mapping, at)
      const period = text(document.columns[at] ?? '')
      return [...whose(document), period, printed, walk, residual, allowed, text(mapping.state, { role: 'quiet' })]
    })
  })
  return table({
    name,
    about: 'The bottom line as printed, less what the lines walk to.',
    head: ['Company', 'Document', 'Id', 'Period', 'Printed', 'Walk', 'Residual', 'Allowed', 'State'],
    rows,
    widths: [26, 26, 32, 20, MONEY_WIDTH, MONEY_WIDTH, MONEY_WIDTH, 12, 12],
  })
}

function measuresTable(input: WorkbookInput, name: string): DraftSheet {
  const rowsOf = (whom: string, headings: readonly string[], measures: readonly Measure[]): Row[] =>
    measures.flatMap((measure) =>
      measure.values.map((value, at): Row => [
        text(whom),
        text(headings[at] ?? ''),
        text(measure.key),
        text(captionOf(measure.key)),
        text(measure.unit, { role: 'quiet' }),
        measureCell(measure, value),
        text(measure.formula ?? '', { role: 'quiet' }),
        text(value.reason ?? value.note ?? '', { role: 'quiet' }),
      ]),
    )
  return table({
    name,
    about: 'A measure that could not be stated says why.',
    head: ['Company', 'Period', 'Key', 'Measure', 'Unit', 'Value', 'Formula', 'Remark'],
    rows: [
      ...input.companies.flatMap(({ name: whom, periods, measures }) =>
        rowsOf(
          whom,
          periods.map(({ heading }) => heading),
          measures,
        ),
      ),
      ...rowsOf('All who answer for the loan', input.years.headings, input.years.measures),
    ],
    widths: [26, 20, 28, 34, 9, MONEY_WIDTH, 50, 50],
  })
}
