/** House styles: how the programs and offices that lenders hear from most lay out the same content. */
import type { StatementClass } from '../../server/src/engine/model/extraction.ts'
import type { Kind } from './content.ts'
import type { Language } from './languages.ts'
import type { Quirk } from './quirks.ts'

export type Columns =
  | 'one'
  | 'two-years'
  | 'three-years'
  | 'quarters'
  | 'months'
  | 'month-and-ytd'
  | 'ytd-first'
  | 'percent'
  | 'percent-each'
  | 'budget'
  | 'budget-first'
  | 'change'
  | 'stores'
  | 'prior-period'

/** How the columns of years are headed. */
export type HeadForm = 'year' | 'date' | 'slashed' | 'two-rows' | 'fiscal' | 'unit' | 'remark' | 'dashed'

export interface Style {
  readonly name: string
  readonly classes: readonly StatementClass[]
  readonly columns: Columns
  readonly kind: Kind
  readonly font: 'Helvetica' | 'Times-Roman' | 'Courier'
  readonly size: number
  readonly title: 'centre' | 'left'
  /** Lines of the head, top to bottom. */
  readonly head: readonly ('entity' | 'title' | 'period' | 'basis' | 'scale' | 'unaudited')[]
  readonly negative:
    'brackets' | 'spaced-brackets' | 'minus' | 'spaced-minus' | 'trailing' | 'dollar-minus' | 'angle' | 'credit'
  /** `apart`: at the left edge of the column; `code`: USD before the amount; `behind`: the sign after it. */
  readonly dollar: 'none' | 'totals' | 'apart' | 'all' | 'code' | 'behind'
  readonly decimals: boolean
  readonly scale: 1 | 1000
  readonly zero: 'dash' | 'digits' | 'blank' | 'en-dash' | 'dashes' | 'nil'
  readonly grouping: 'comma' | 'point' | 'space' | 'apostrophe' | 'indian'
  readonly language: Language
  readonly headForm: HeadForm
  readonly indent: number
  readonly leaders: boolean
  readonly captionHead: string | null
  /** A column of references, before the amounts or behind them. */
  readonly notes: 'none' | 'left' | 'right'
  readonly noteForm: 'plain' | 'bracketed' | 'lettered' | 'worded' | 'decimal'
  /** Totals in a column of their own, further out. */
  readonly innerOuter: boolean
  readonly sides: boolean
  /** Account numbers: before the caption in one of three forms, or in a column of their own. */
  readonly codes: 'none' | 'plain' | 'dotted' | 'hyphen' | 'column'
  /** `I. Fixed assets`, `1. Land`, or `A. Fixed assets`, `a) Land`. */
  readonly numerals: 'none' | 'roman' | 'letters'
  readonly narrow: boolean
  readonly footer: string | null
  readonly rules: boolean
  readonly paper: 'LETTER' | 'A4' | 'TABLOID'
  readonly landscape: boolean
  /** Rows of the body on a page; null for as many as it holds. */
  readonly pageRows: number | null
  /** What a further page begins with. */
  readonly continuation: 'repeat' | 'bare' | 'continued'
  readonly watermark: 'none' | 'slanted' | 'level'
  /** Entity, title and date in one row, or each in its own. */
  readonly joinedTitle: boolean
  readonly quirks: readonly Quirk[]
}

export const BASE: Style = {
  name: '',
  classes: ['profit-loss', 'balance-sheet', 'cash-flow'],
  columns: 'one',
  kind: 'business',
  font: 'Helvetica',
  size: 9,
  title: 'centre',
  head: ['entity', 'title', 'period'],
  negative: 'minus',
  dollar: 'none',
  decimals: true,
  scale: 1,
  zero: 'digits',
  grouping: 'comma',
  language: 'en',
  headForm: 'year',
  indent: 12,
  leaders: false,
  captionHead: null,
  notes: 'none',
  noteForm: 'plain',
  innerOuter: false,
  sides: false,
  codes: 'none',
  numerals: 'none',
  narrow: false,
  footer: null,
  rules: true,
  paper: 'LETTER',
  landscape: false,
  pageRows: null,
  continuation: 'repeat',
  watermark: 'none',
  joinedTitle: false,
  quirks: [],
}

const PL: readonly StatementClass[] = ['profit-loss']

export const HOUSE_STYLES: readonly Style[] = [
  {
    ...BASE,
    name: 'quickbooks-desktop',
    head: ['entity', 'title', 'period', 'basis'],
    size: 8,
    indent: 9,
    footer: 'Page 1',
  },
  {
    ...BASE,
    name: 'quickbooks-online',
    head: ['title', 'entity', 'period'],
    dollar: 'totals',
    negative: 'dollar-minus',
    captionHead: 'DISTRIBUTION ACCOUNT',
    codes: 'plain',
    footer: 'Accrual Basis Tuesday, March 4, 2025 10:31 AM GMT-5',
  },
  {
    ...BASE,
    name: 'xero',
    title: 'left',
    head: ['title', 'entity', 'period'],
    negative: 'brackets',
    captionHead: 'Account',
    indent: 10,
    columns: 'two-years',
  },
  {
    ...BASE,
    name: 'sage',
    title: 'left',
    head: ['entity', 'title', 'period'],
    innerOuter: true,
    indent: 0,
    classes: ['profit-loss', 'balance-sheet'],
  },
  {
    ...BASE,
    name: 'netsuite',
    head: ['entity', 'title', 'period'],
    captionHead: 'Financial Row',
    dollar: 'all',
    negative: 'brackets',
    size: 8,
  },
  {
    ...BASE,
    name: 'excel',
    font: 'Times-Roman',
    size: 11,
    dollar: 'apart',
    negative: 'brackets',
    zero: 'dash',
    decimals: false,
    columns: 'two-years',
    rules: false,
  },
  {
    ...BASE,
    name: 'cpa-compiled',
    font: 'Times-Roman',
    size: 10,
    leaders: true,
    negative: 'brackets',
    dollar: 'apart',
    zero: 'dash',
    decimals: false,
    footer: "See accountant's compilation report.",
  },
  {
    ...BASE,
    name: 'audited',
    font: 'Times-Roman',
    size: 10,
    columns: 'two-years',
    notes: 'left',
    negative: 'brackets',
    zero: 'dash',
    decimals: false,
    scale: 1000,
    head: ['entity', 'title', 'period', 'scale'],
    dollar: 'apart',
    footer: 'The accompanying notes are an integral part of these financial statements.',
  },
  {
    ...BASE,
    name: 'month-columns',
    columns: 'months',
    size: 6,
    classes: PL,
    negative: 'minus',
    indent: 5,
    decimals: false,
  },
  {
    ...BASE,
    name: 'month-and-year-to-date',
    columns: 'month-and-ytd',
    classes: PL,
    negative: 'brackets',
    head: ['entity', 'title', 'period', 'unaudited'],
  },
  {
    ...BASE,
    name: 'percent-of-income',
    columns: 'percent',
    classes: PL,
    head: ['entity', 'title', 'period'],
    negative: 'minus',
  },
  { ...BASE, name: 'budget-variance', columns: 'budget', classes: PL, negative: 'brackets', zero: 'dash', size: 8 },
  {
    ...BASE,
    name: 'prior-year-change',
    columns: 'change',
    negative: 'minus',
    size: 8,
    head: ['title', 'entity', 'period'],
  },
  { ...BASE, name: 't-format', sides: true, classes: ['balance-sheet'], size: 8, negative: 'brackets', indent: 8 },
  {
    ...BASE,
    name: 'rental-property',
    kind: 'rental',
    classes: PL,
    codes: 'plain',
    title: 'left',
    head: ['title', 'entity', 'period', 'basis'],
    size: 8,
    columns: 'month-and-ytd',
  },
  {
    ...BASE,
    name: 'non-profit',
    kind: 'non-profit',
    classes: ['profit-loss', 'balance-sheet'],
    font: 'Times-Roman',
    size: 10,
    negative: 'brackets',
    dollar: 'apart',
    columns: 'two-years',
    decimals: false,
    zero: 'dash',
  },
  {
    ...BASE,
    name: 'mainframe',
    font: 'Courier',
    size: 8,
    negative: 'trailing',
    title: 'left',
    leaders: false,
    rules: false,
  },
  {
    ...BASE,
    name: 'european',
    grouping: 'point',
    title: 'left',
    columns: 'two-years',
    negative: 'minus',
    zero: 'dash',
  },
  {
    ...BASE,
    name: 'narrow-captions',
    narrow: true,
    columns: 'two-years',
    size: 10,
    negative: 'brackets',
    zero: 'blank',
  },
]
