/**
 * A snapshot and an analyst's words to a memo, section by section. Sections that have neither words nor figures are not
 * printed; the appendix names them, so that what was left out can be seen.
 */
import { MEMO_SECTIONS } from '../model/memo.ts'
import type { LabelledText, MemoDocument, MemoPart, MemoSection, MemoSectionKey } from '../model/memo.ts'
import { appendixParts, qualityParts } from './appendix.ts'
import { periodsToCharts } from './charts.ts'
import { figureCell, formatFigure, haveCents, unprovedOf } from './figures.ts'
import type { Unproved } from './figures.ts'
import type { MemoEntity, MemoInput, MemoLoan, MemoPeriod, MemoSnapshot } from './input.ts'
import { BALANCE, CASH_FLOW, COLLATERAL, GLOBAL, INCOME, PERSON, RATIOS } from './rows.ts'
import type { TableSpec } from './rows.ts'
import { addbackTable, columnsOf, figureTables, periodHead } from './tables.ts'

const HEADINGS: Readonly<Record<MemoSectionKey, string>> = {
  request: 'Request and recommendation',
  structure: 'Structure, pricing and covenants',
  borrower: 'Borrower, ownership and management',
  industry: 'Industry and market',
  relationship: 'Relationship and exposure',
  financials: 'Financial analysis',
  cash_flow: 'Cash flow and debt service',
  guarantors: 'Guarantors and global cash flow',
  collateral: 'Collateral',
  risks: 'Risks and mitigants',
  rating: 'Risk rating',
  exceptions: 'Policy exceptions',
  conditions: 'Conditions and covenants to monitor',
}

export function composeMemo(input: MemoInput): MemoDocument {
  const { snapshot, borrower } = input
  const unproved = unprovedOf(input.documents)
  const own =
    input.entities.find(({ isBorrower }) => isBorrower) ?? input.entities.find(({ kind }) => kind === 'business')
  const sections = MEMO_SECTIONS.map((key): MemoSection & { readonly key: MemoSectionKey } => ({
    key,
    heading: HEADINGS[key],
    parts: [...commentaryOf(input.commentary[key] ?? ''), ...figuresOf(key, input, unproved)],
  }))
  const silent = sections.filter(({ parts }) => parts.length === 0).map(({ heading }) => heading)
  return {
    title: input.title,
    borrower: borrower.name,
    dated: input.orderedAt.toISOString(),
    standing: standingOf(snapshot),
    warning: warningOf(input, unproved),
    foot: `${snapshot.id}, manifest ${snapshot.hash.slice(0, 12)}`,
    facts: factsOf(input),
    keyFigures: own ? keyFigures(own, unproved) : [],
    charts: own ? periodsToCharts(own.periods) : [],
    sections: [
      ...sections.filter(({ parts }) => parts.length > 0).map(({ heading, parts }) => ({ heading, parts })),
      { heading: 'Appendix: spreads and sources', parts: appendixParts(input, unproved, silent) },
    ],
    seal: sealOf(input),
  }
}

/** Paragraphs are set apart by an empty line; a line that begins with a dash is an item. */
function commentaryOf(text: string): MemoPart[] {
  const blocks = text
    .split(/\n\s*\n/)
    .flatMap((paragraph) => paragraph.split(/\n(?=\s*[-•*]\s)/))
    .map((block) => block.replaceAll(/\s+/g, ' ').trim())
    .filter((block) => block !== '')
    .map((block) => {
      const item = /^[-•*] (.+)$/.exec(block)?.[1]
      return { isItem: item !== undefined, text: item ?? block }
    })
  return blocks.length === 0 ? [] : [{ kind: 'commentary', blocks }]
}

function figuresOf(key: MemoSectionKey, input: MemoInput, unproved: Unproved): MemoPart[] {
  const businesses = input.entities.filter(({ kind }) => kind === 'business')
  const persons = input.entities.filter(({ kind }) => kind === 'person')
  const tables = (entities: readonly MemoEntity[], specs: readonly (readonly [heading: string, spec: TableSpec])[]) =>
    entities.flatMap((entity) => entityParts(entity, specs, { unproved, isAlone: entities.length === 1 }))
  switch (key) {
    case 'financials':
      return [
        ...qualityParts(input),
        ...tables(businesses, [
          ['Income statement', INCOME],
          ['Balance sheet', BALANCE],
          ['Ratios', RATIOS],
        ]),
      ]
    case 'cash_flow':
      return [...tables(businesses, [['Cash available and debt service', CASH_FLOW]]), ...addbackParts(input)]
    case 'guarantors':
      return [...tables(persons, [['Personal statement', PERSON]]), ...globalParts(input, unproved)]
    case 'collateral':
      return collateralParts(input, unproved)
    default:
      return []
  }
}

function entityParts(
  entity: MemoEntity,
  specs: readonly (readonly [heading: string, spec: TableSpec])[],
  { unproved, isAlone }: { readonly unproved: Unproved; readonly isAlone: boolean },
): MemoPart[] {
  return specs.flatMap(([heading, spec]): MemoPart[] => {
    const text = isAlone ? heading : `${entity.name}: ${heading.toLowerCase()}`
    const tables = figureTables(`${heading} of ${entity.name}`, spec, columnsOf(entity.periods), unproved)
    return tables.length === 0 ? [] : [{ kind: 'heading', text }, ...tables]
  })
}

function addbackParts({ addbacks }: MemoInput): MemoPart[] {
  const tables = addbackTable(addbacks)
  return tables.length === 0 ? [] : [{ kind: 'heading', text: 'Addbacks' }, ...tables]
}

const AFFILIATES = {
  distributions: 'Companies that do not answer for the loan are counted by what they paid out.',
  statements: 'Companies that do not answer for the loan are counted whole.',
}

/** Only where there is more than the borrower: a group of one is in the tables above. */
function globalParts({ years, entities, snapshot }: MemoInput, unproved: Unproved): MemoPart[] {
  if (entities.length < 2) return []
  const columns = years.map(({ fiscalYear, figures }) => ({ head: `FY ${fiscalYear}`, sub: 'all who answer', figures }))
  const tables = figureTables('Global cash flow', GLOBAL, columns, unproved)
  if (tables.length === 0) return []
  return [
    { kind: 'heading', text: 'Global cash flow' },
    { kind: 'text', text: AFFILIATES[snapshot.affiliates] },
    ...tables,
  ]
}

/** As it stands now: one value of the collateral is not a history. */
function collateralParts({ entities }: MemoInput, unproved: Unproved): MemoPart[] {
  const own = entities.find(({ isBorrower }) => isBorrower)
  const valued = own?.periods.findLast(({ figures }) => (figures.get('loan_to_value')?.value ?? null) !== null)
  return valued === undefined ? [] : figureTables('Collateral', COLLATERAL, columnsOf([valued]), unproved)
}

const KEY_FIGURES: readonly (readonly [label: string, ...keys: string[]])[] = [
  ['Revenue', 'revenue'],
  ['EBITDA, normalized', 'ebitda_normalized'],
  ['DSCR', 'dscr_ebitda', 'dscr_existing'],
  ['Debt to worth', 'debt_to_worth'],
]

/** Of the last full year, or of the last period where there is none. */
function keyFigures(own: MemoEntity, unproved: Unproved): MemoDocument['keyFigures'] {
  const of: MemoPeriod | undefined =
    own.periods.findLast(({ monthsCovered }) => monthsCovered === 12) ?? own.periods.at(-1)
  if (!of) return []
  const found = KEY_FIGURES.map(([label, ...keys]) => ({
    label: `${label}, ${periodHead(of).head}`,
    figure:
      keys.map((key) => of.figures.get(key)).find((one) => (one?.value ?? null) !== null) ??
      of.figures.get(keys[0] ?? ''),
  }))
  const hasCents = haveCents(found.map(({ figure }) => figure))
  return found.map(({ label, figure }) => {
    const cell = figureCell(figure, unproved, hasCents)
    const isAmount = figure?.unit === 'usd' && figure.value !== null
    return { label, cell: isAmount ? { ...cell, text: `$${cell.text}` } : cell }
  })
}

const STATUS_WORDS = {
  final: 'Final spread',
  machine: 'Machine spread',
  draft: 'Draft spread',
}

function standingOf({ status, version, createdAt, finalizedAt }: MemoSnapshot): string {
  const when = finalizedAt === null ? `made ${dayOf(createdAt)}` : `frozen ${dayOf(finalizedAt)}`
  return `${STATUS_WORDS[status]}, version ${version}, ${when}`
}

function warningOf({ snapshot, documents }: MemoInput, unproved: Unproved): string | null {
  const words = [
    ...(snapshot.status === 'final' ? [] : ['The figures are not final: nobody has frozen this spread.']),
    ...(unproved.size === 0
      ? []
      : [`${unproved.size} of ${documents.length} documents are not proved in full: see Statement quality.`]),
  ]
  return words.length === 0 ? null : words.join(' ')
}

function factsOf({ borrower, loan }: MemoInput): LabelledText[] {
  const facts: readonly (readonly [label: string, value: string | null])[] = [
    ['Borrower', [borrower.name, borrower.entityType].filter((word) => word !== null).join(', ')],
    ['Loan', loan.name],
    ['Amount', loan.amount === null ? null : `$${formatFigure(loan.amount, 'usd')}`],
    ['Purpose', loan.purpose],
    ['Product', loan.product],
    ['Term', termOf(loan)],
    ['Guarantors', loan.guarantors?.join(', ') ?? null],
    ['Status', loan.status],
  ]
  return facts.flatMap(([label, value]) => (value === null || value === '' ? [] : [{ label, value }]))
}

const termOf = ({ termMonths }: MemoLoan): string | null => (termMonths === null ? null : `${termMonths} months`)

function sealOf({ snapshot, renderId, orderedAt, loan, documents }: MemoInput): LabelledText[] {
  const by = snapshot.finalizedBy === null ? [] : [{ label: 'Frozen by', value: snapshot.finalizedBy }]
  return [
    { label: 'Manifest', value: snapshot.hash },
    { label: 'Payload', value: snapshot.payloadHash },
    { label: 'Snapshot', value: `${snapshot.id}, ${standingOf(snapshot).toLowerCase()}` },
    ...by,
    { label: 'Loan', value: loan.id },
    { label: 'Render', value: `${renderId}, ordered ${orderedAt.toISOString()}` },
    { label: 'Engine', value: `spread ${snapshot.engineVersion}, chart ${snapshot.chartVersion}` },
    { label: 'Documents', value: String(documents.length) },
  ]
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10)
