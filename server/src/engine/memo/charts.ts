/**
 * Bars over the years, as marks in points. There is no scale at the side: below each year stand the figures themselves,
 * exactly as they are stated, so that nothing on the chart is a number that nobody stated.
 */
import type { ChartMark, ChartTone, MemoChart } from '../model/memo.ts'
import { formatFigure, haveCents, MINUS, NOTHING } from './figures.ts'
import type { MemoFigure, MemoPeriod } from './input.ts'

export const CHART_WIDTH = 160
const PLOT_TOP = 22
const PLOT_HEIGHT = 78
const LINE = 9
const LABEL_LINE = PLOT_TOP + PLOT_HEIGHT + 6
/** The mean width of a digit at the size in which figures stand below the bars. */
const DIGIT = 3.5
const MOST_PERIODS = 5
const MOST_BAR = 22

export interface Series {
  readonly name: string
  readonly key: string
}

interface ChartSpec {
  readonly heading: string
  readonly series: readonly Series[]
  /** A line at one, below which what is earned does not cover what is owed. */
  readonly hasLineAtOne?: boolean
}

const CHARTS: readonly ChartSpec[] = [
  {
    heading: 'Revenue and EBITDA',
    series: [
      { name: 'Revenue', key: 'revenue' },
      { name: 'EBITDA', key: 'ebitda' },
    ],
  },
  {
    heading: 'Debt service coverage, line at 1',
    series: [
      { name: 'With the proposed loan', key: 'dscr_ebitda' },
      { name: 'Existing debt', key: 'dscr_existing' },
    ],
    hasLineAtOne: true,
  },
  {
    heading: 'Leverage',
    series: [
      { name: 'Debt to worth', key: 'debt_to_worth' },
      { name: 'Funded debt to EBITDA', key: 'funded_debt_to_ebitda' },
    ],
  },
]

/** Trends over full years. A chart that would have nothing to show is left out. */
export function periodsToCharts(periods: readonly MemoPeriod[]): MemoChart[] {
  const years = yearsOf(periods)
  return CHARTS.flatMap((spec) => {
    const series = spec.series.filter(({ key }) => years.some(({ figures }) => valueOf(figures.get(key)) !== null))
    return series.length === 0 ? [] : [draw({ ...spec, series }, years)]
  })
}

/** Books before the return of the same year. */
function yearsOf(periods: readonly MemoPeriod[]): MemoPeriod[] {
  const full = periods.filter(({ monthsCovered }) => monthsCovered === 12)
  return full.filter(
    (one) =>
      one.type !== 'tax_return' ||
      !full.some(({ type, fiscalYear }) => type !== 'tax_return' && fiscalYear === one.fiscalYear),
  )
}

const valueOf = (figure: MemoFigure | undefined): number | null =>
  figure === undefined || figure.value === null ? null : Number(figure.value)

function draw(spec: ChartSpec, years: readonly MemoPeriod[]): MemoChart {
  const figures = years.map((year) => spec.series.map(({ key }) => year.figures.get(key)))
  const hasCents = haveCents(figures.flat())
  const texts = figures.map((row) =>
    row.map((figure) => (figure?.value ? formatFigure(figure.value, figure.unit, hasCents) : NOTHING)),
  )
  const widest = Math.max(...texts.flat().map((text) => text.length)) * DIGIT
  const count = Math.max(1, Math.min(MOST_PERIODS, years.length, Math.floor(CHART_WIDTH / widest)))
  const shown = { years: years.slice(-count), figures: figures.slice(-count), texts: texts.slice(-count) }
  const room = CHART_WIDTH / count
  const scale = scaleOf(shown.figures.flat(), spec.hasLineAtOne ?? false)
  return {
    heading: spec.heading,
    alt: inWords(spec, shown),
    width: CHART_WIDTH,
    height: LABEL_LINE + (1 + spec.series.length) * LINE,
    marks: [
      ...legend(spec.series),
      ...shown.figures.flatMap((row, at) => bars(row, at * room, room, scale)),
      { kind: 'rule', x: 0, y: scale.at(0), w: CHART_WIDTH, dashed: false },
      ...(spec.hasLineAtOne ? [{ kind: 'rule', x: 0, y: scale.at(1), w: CHART_WIDTH, dashed: true } as const] : []),
      ...shown.years.map(({ fiscalYear }, at): ChartMark => ({
        ...{ kind: 'word', x: at * room, y: LABEL_LINE, w: room, text: `FY ${fiscalYear}` },
        ...{ bold: true, tone: 'ink', align: 'center' },
      })),
      ...shown.texts.flatMap((row, at) =>
        row.map((text, line): ChartMark => ({
          ...{ kind: 'word', x: at * room, y: LABEL_LINE + (line + 1) * LINE, w: room, text },
          ...{ bold: false, tone: toneOf(line), align: 'center' },
        })),
      ),
    ],
  }
}

interface Scale {
  at(value: number): number
}

/** Zero is always on it: a bar that does not begin at zero lies about proportions. */
function scaleOf(figures: readonly (MemoFigure | undefined)[], withOne: boolean): Scale {
  const values = figures.map(valueOf).filter((value) => value !== null)
  const top = Math.max(0, ...values, withOne ? 1 : 0)
  const bottom = Math.min(0, ...values)
  const span = top - bottom || 1
  return { at: (value) => round(PLOT_TOP + ((top - value) / span) * PLOT_HEIGHT) }
}

function bars(row: readonly (MemoFigure | undefined)[], left: number, room: number, scale: Scale): ChartMark[] {
  const width = Math.min(MOST_BAR, (room * 0.7) / row.length)
  const start = left + (room - width * row.length) / 2
  return row.flatMap((figure, at) => {
    const value = valueOf(figure)
    if (value === null) return []
    const [y, end] = [Math.min(scale.at(value), scale.at(0)), Math.max(scale.at(value), scale.at(0))]
    const [x, w] = [round(start + at * width), round(width - 1.5)]
    return [{ kind: 'bar', x, y, w, h: round(end - y), tone: toneOf(at) } as const]
  })
}

function legend(series: readonly Series[]): ChartMark[] {
  const room = CHART_WIDTH / series.length
  return series.flatMap(({ name }, at): ChartMark[] => [
    { kind: 'bar', x: round(at * room), y: 3, w: 6, h: 6, tone: toneOf(at) },
    { kind: 'word', x: round(at * room + 9), y: 2, w: room - 9, text: name, bold: false, tone: 'ink', align: 'left' },
  ])
}

function toneOf(at: number): ChartTone {
  return at === 0 ? 'first' : 'second'
}

function inWords(
  { heading, series }: ChartSpec,
  shown: { readonly years: readonly MemoPeriod[]; readonly texts: readonly (readonly string[])[] },
): string {
  const years = shown.years.map(({ fiscalYear }, at) => {
    const words = series.map(({ name }, line) => `${name} ${shown.texts[at]?.[line] ?? ''}`)
    return `${fiscalYear}: ${words.join(', ')}`
  })
  return `${heading}. ${years.join('; ')}.`.replaceAll(MINUS, 'minus ').replaceAll(NOTHING, 'not stated')
}

const round = (points: number): number => Math.round(points * 100) / 100
