/**
 * What a return says: amounts at random where a form asks for them, computed where it says how, carried from form to
 * form, and shared out among owners to the dollar.
 */
import { CARRIED } from '../../../server/src/engine/model/tax-forms/carried.ts'
import { amountKeys, editionOf, formNamed, tableOf } from '../../../server/src/engine/model/tax-forms.ts'
import type { TaxForm } from '../../../server/src/engine/model/tax-forms.ts'
import { scheduleKLine } from '../../../server/src/engine/model/tax-forms/carried.ts'
import { NAME_ENDS, NAME_STARTS } from '../names.ts'
import type { Random } from '../random.ts'

export type Lines = Map<string, bigint>

export interface FilledForm {
  readonly form: TaxForm
  readonly lines: Lines
  readonly owner: { readonly name: string; readonly number: string; readonly percent: number } | null
}

export interface ReturnContent {
  readonly year: number
  readonly name: readonly [string, string]
  readonly number: string
  readonly forms: readonly FilledForm[]
  readonly misprinted: boolean
}

const MISPRINT_SHARE = 0.05
const BLANK_SHARE = 0.35
const CENTS = 100n
/** Boxes of a Schedule M-2 that the form shades. */
const SHADED_M2 = /^(?:[2345]\([bc]\)|[24]\(d\))$/

export function makeReturn(random: Random, names: readonly string[], year: number, owners: number): ReturnContent {
  const entity = names.some((name) => name.startsWith('Form 1065') || name.startsWith('Form 1120'))
  const filled = new Map<string, Lines>()
  // What is carried to a form is made before it: attached forms first, the face of the return last, except that the
  // schedules of an entity follow its face.
  const order = entity ? names : [...names].reverse()
  for (const name of order) filled.set(name, fillForm(edition(name, year), random, filled, year))
  const forms = names.map((name): FilledForm => ({
    form: edition(name, year),
    lines: filled.get(name) ?? new Map<string, bigint>(),
    owner: null,
  }))
  const shares = owners === 0 ? [] : shareOut(random, names, filled, { year, owners })
  const misprinted = random.chance(MISPRINT_SHARE) && misprint(forms[0])
  return {
    year,
    name: [random.pick(NAME_STARTS), entity ? `${random.pick(NAME_ENDS)} LLC` : random.pick(NAME_ENDS)],
    number: entity ? taxNumber(random, 'entity') : taxNumber(random, 'person'),
    forms: [...forms, ...shares],
    misprinted,
  }
}

/** Numbers of people begin with 9, which no real one does. */
export function taxNumber(random: Random, of: 'person' | 'entity'): string {
  const digits = (count: number): string => Array.from({ length: count }, () => random.between(0, 9)).join('')
  return of === 'person' ? `9${digits(2)}-${digits(2)}-${digits(4)}` : `${digits(2)}-${digits(7)}`
}

function edition(name: string, year: number): TaxForm {
  const form = formNamed(name)
  if (form === null) throw new Error(`no form ${name}`)
  return editionOf(form, year)
}

export function columnsOf(form: TaxForm, key: string): readonly string[] {
  return tableOf(form, key)?.columns ?? ['']
}

function fillForm(form: TaxForm, random: Random, others: ReadonlyMap<string, Lines>, year: number): Lines {
  const lines: Lines = new Map()
  const computed = new Set(form.sums.map((sum) => sum.total))
  for (const { key, caption } of form.lines)
    for (const column of columnsOf(form, key)) {
      const full = `${key}${column}`
      if (computed.has(full) || random.chance(BLANK_SHARE) || isShaded(form, key, column) || form.printed.has(key))
        continue
      // Nobody begins with the second row of a line.
      if (key.endsWith('-2') && !lines.has(full.replace('-2', ''))) continue
      const loss = /loss/i.test(caption) && random.chance(0.1)
      const amount = BigInt(random.between(20, random.pick([999, 40_000, 900_000]))) * CENTS
      lines.set(full, loss || form.bracketed.has(full) ? -amount : amount)
    }
  const carried = carriedTo(form.form, others, year)
  for (const [key, value] of carried) lines.set(key, value)
  if (form.form.startsWith('Schedule L')) balance(form, lines)
  else if (form.form.startsWith('Schedule M-1')) reconcile(form, lines, carried)
  else if (form.form === 'Schedule M-2 (Form 1120)') analyse(lines)
  else addUp(form, lines)
  for (const [key, value] of carried)
    if (lines.get(key) !== value) throw new Error(`${form.form} ${key} was overwritten`)
  const order = amountKeys(form)
  return new Map([...lines].sort(([a], [b]) => order.indexOf(a) - order.indexOf(b)))
}

const TABLE_TEXTS = new Map([
  ['(d)', '5'],
  ['(e)', 'HY'],
  ['(f)', '200 DB'],
])
/** Property whose period, convention and method the form does not print. */
const UNTITLED_PERIOD = /^19[a-f]$/

/** What is written beside the amounts of a table: periods and methods, by line and column. */
export function tableTexts(form: TaxForm, lines: Lines): Map<string, string> {
  const rows = form.lines.filter(({ key }) => UNTITLED_PERIOD.test(key) && tableOf(form, key)?.heads !== undefined)
  const filled = rows.filter(({ key }) => columnsOf(form, key).some((column) => lines.has(`${key}${column}`)))
  return new Map(filled.flatMap(({ key }) => [...TABLE_TEXTS].map(([column, text]) => [`${key}${column}`, text])))
}

/** Single lines of a Schedule L stand in (b) and (d), gross amounts in (a) and (c). */
function isShaded(form: TaxForm, key: string, column: string): boolean {
  if (form.form === 'Schedule M-2 (Form 1120-S)') return SHADED_M2.test(`${key}${column}`)
  if (!form.form.startsWith('Schedule L')) return false
  const pair = form.bracketed.has(`${key.replace(/[ab]$/, '')}b(a)`) && /[ab]$/.test(key)
  if (!pair) return column === '(a)' || column === '(c)'
  return key.endsWith('a') && (column === '(b)' || column === '(d)')
}

function carriedTo(name: string, others: ReadonlyMap<string, Lines>, year: number): Lines {
  const lines: Lines = new Map()
  for (const { to, from, years } of CARRIED) {
    const value = others.get(from.form)?.get(from.line)
    const held = years === null || (year >= years.from && year <= years.to)
    if (to.form === name && held && value !== undefined) lines.set(to.line, value)
  }
  return lines
}

/** Sums may build on sums below them: gone through until nothing changes. */
function addUp(form: TaxForm, lines: Lines): void {
  for (let pass = 0; pass < 4; pass += 1)
    for (const sum of form.sums) {
      const of = (keys: readonly string[]): bigint => keys.reduce((total, key) => total + (lines.get(key) ?? 0n), 0n)
      const parts = [...sum.plus, ...sum.minus].filter((key) => lines.has(key))
      const made = of(sum.plus) - of(sum.minus)
      if (parts.length > 0) lines.set(sum.total, sum.floor && made < 0n ? 0n : made)
    }
}

/** The books balance: what is missing on the right is what the owners have. */
function balance(form: TaxForm, lines: Lines): void {
  const [equity = '', total = '', assets = ''] = form.form.includes('1065')
    ? ['21', '22', '14']
    : form.form.includes('1120-S')
      ? ['24', '27', '15']
      : ['25', '28', '15']
  addUp(form, lines)
  for (const column of ['(b)', '(d)']) {
    const sum = form.sums.find((one) => one.total === `${total}${column}` && one.plus.length > 1)
    const whole = lines.get(`${assets}${column}`)
    if (sum === undefined) throw new Error(`${form.form} has no sum of its right side`)
    if (whole === undefined) {
      for (const key of [...lines.keys()]) if (key.endsWith(column)) lines.delete(key)
      continue
    }
    const others = sum.plus.filter((key) => key !== `${equity}${column}`)
    lines.set(`${equity}${column}`, whole - others.reduce((made, key) => made + (lines.get(key) ?? 0n), 0n))
    lines.set(`${total}${column}`, whole)
  }
}

/** The last line is given by the return; the first one, the books, is what makes it so. */
function reconcile(form: TaxForm, lines: Lines, carried: Lines): void {
  const [last] = carried.keys()
  addUp(form, lines)
  if (last === undefined) return
  const given = carried.get(last) ?? 0n
  lines.set('1', (lines.get('1') ?? 0n) + given - (lines.get(last) ?? 0n))
  addUp(form, lines)
}

/** Begins and ends with what the books say, and takes in their income: the rest is other increases or decreases. */
function analyse(lines: Lines): void {
  const rest = (lines.get('8') ?? 0n) - (lines.get('1') ?? 0n) - (lines.get('2') ?? 0n)
  for (const key of ['3', '5a', '5b', '5c', '6']) lines.delete(key)
  lines.set(rest >= 0n ? '3' : '6', rest >= 0n ? rest : -rest)
  lines.set('4', (lines.get('1') ?? 0n) + (lines.get('2') ?? 0n) + (rest >= 0n ? rest : 0n))
  if (rest < 0n) lines.set('7', -rest)
  lines.set('8', (lines.get('4') ?? 0n) - (lines.get('7') ?? 0n))
}

/** One K-1 for each owner; the last one takes what rounding leaves. */
function shareOut(
  random: Random,
  names: readonly string[],
  filled: ReadonlyMap<string, Lines>,
  { year, owners }: { year: number; owners: number },
): FilledForm[] {
  const parent = names[0] ?? ''
  const form = edition(`Schedule K-1 (${parent})`, year)
  const whole = filled.get(`Schedule K (${parent})`) ?? new Map<string, bigint>()
  const percents = percentsOf(random, owners)
  const boxes = form.lines.flatMap(({ key }) => [key, ...['A', 'B', 'C', 'D', 'E'].map((code) => `${key}${code}`)])
  return percents.map((percent, index) => {
    const lines: Lines = new Map()
    for (const box of boxes) {
      const at = scheduleKLine(parent, box)
      const total = at === null ? undefined : whole.get(at)
      if (total === undefined) continue
      const part = (share: number): bigint => ((total * BigInt(share)) / 10_000n / CENTS) * CENTS
      const before = percents.slice(0, index).reduce((sum, share) => sum + part(share), 0n)
      const own = index === percents.length - 1 ? total - before : part(percent)
      if (own !== 0n) lines.set(box, own)
    }
    const name = `${random.pick(NAME_STARTS)} ${random.pick(NAME_ENDS)}`
    return { form, lines, owner: { name, number: taxNumber(random, 'person'), percent } }
  })
}

/** In hundredths of a percent, together the whole. */
function percentsOf(random: Random, owners: number): number[] {
  const cuts = Array.from({ length: owners - 1 }, () => random.between(5, 95) * 100).sort((a, b) => a - b)
  const edges = [0, ...cuts, 10_000]
  return edges
    .slice(1)
    .map((edge, index) => edge - (edges[index] ?? 0))
    .filter((share) => share > 0)
}

function misprint(filled: FilledForm | undefined): boolean {
  const total = filled?.form.sums.map((sum) => sum.total).find((key) => filled.lines.has(key))
  if (filled === undefined || total === undefined) return false
  filled.lines.set(total, (filled.lines.get(total) ?? 0n) + 10_000n)
  return true
}
