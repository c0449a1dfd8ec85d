/**
 * The checks of a tax return: the arithmetic that each form prints about itself, what one form carries to another,
 * the two sides of Schedule L, and the K-1s of all owners against the Schedule K that they divide.
 */
import { ZERO } from '../../lib/money.ts'
import type { Figure, Proof } from '../model/extraction.ts'
import type { ReadForm, TaxReading } from '../model/tax.ts'
import type { TaxSum } from '../model/tax-forms.ts'
import { editionOf, formNamed } from '../model/tax-forms.ts'
import { CARRIED, scheduleKLine } from '../model/tax-forms/carried.ts'
import type { Term } from './equation.ts'
import { coverage, equation, nothingToTest } from './equation.ts'
import { note } from './prove-statement.ts'

const WHOLE = 10_000

export function proveTaxReturn(reading: TaxReading): Proof[] {
  const sums = [
    ...reading.forms.flatMap((form, index) => formChecks(form, index)),
    ...carriedChecks(reading),
    ...k1Checks(reading),
  ]
  const figures = reading.forms.flatMap((form, index) => [...form.lines.keys()].map((key) => address(index, key)))
  return [
    ...(sums.length === 0 ? [nothingToTest('form_arithmetic')] : sums),
    coverage(figures, sums),
    conservationCheck(reading),
    yearCheck(reading),
  ]
}

function formChecks(form: ReadForm, index: number): Proof[] {
  const described = formNamed(form.form)
  if (described === null) return []
  return editionOf(described, form.taxYear).sums.flatMap((sum) => {
    const total = form.lines.get(sum.total)
    return total === undefined ? [] : [sumCheck(form, index, sum, total)]
  })
}

/** A line that is blank counts nothing, which is how the forms are filled in; a sum of blanks tests nothing. */
function sumCheck(form: ReadForm, index: number, sum: TaxSum, total: Figure): Proof {
  const terms = (keys: readonly string[]): Term[] =>
    keys.flatMap((key) => {
      const figure = form.lines.get(key)
      return figure === undefined ? [] : [term(index, key, figure)]
    })
  const [plus, minus] = [terms(sum.plus), terms(sum.minus)]
  const proof = equation('form_arithmetic', term(index, sum.total, total), plus, minus)
  const floored = sum.floor && total.value === 0n && (proof.actual ?? 0n) < 0n
  return floored ? { ...proof, state: 'proved', actual: ZERO, residual: ZERO, hint: null } : proof
}

function carriedChecks(reading: TaxReading): Proof[] {
  return CARRIED.flatMap(({ to, from, years }) => {
    const target = reading.forms.findIndex((form) => form.form === to.form)
    const year = reading.forms[target]?.taxYear ?? null
    const carried = reading.forms[target]?.lines.get(to.line)
    const sources = reading.forms.flatMap((form, index) => {
      const figure = form.form === from.form ? form.lines.get(from.line) : undefined
      return figure === undefined ? [] : [term(index, from.line, figure)]
    })
    const held = years === null || (year !== null && year >= years.from && year <= years.to)
    if (!held || carried === undefined || sources.length === 0) return []
    return [equation('carried_between_forms', term(target, to.line, carried), sources)]
  })
}

/** All shares of one entity, line by line. K-1s that make less than the whole test nothing: some are not here. */
function k1Checks(reading: TaxReading): Proof[] {
  return ['Form 1065', 'Form 1120-S'].flatMap((parent) => {
    const whole = reading.forms.findIndex((form) => form.form === `Schedule K (${parent})`)
    const k1s = reading.forms.flatMap((form, index) =>
      form.form === `Schedule K-1 (${parent})` ? [{ form, index }] : [],
    )
    const schedule = reading.forms[whole]
    if (schedule === undefined || k1s.length === 0) return []
    const shares = k1s.reduce((sum, { form }) => sum + (form.owner?.share ?? 0), 0)
    if (shares !== WHOLE)
      return [
        { ...nothingToTest('k1s_to_schedule_k'), hint: `the K-1s here stand for ${shares / 100} % of the entity` },
      ]
    const keys = new Set(k1s.flatMap(({ form }) => [...form.lines.keys()]))
    return [...keys].flatMap((key) => {
      const at = scheduleKLine(parent, key)
      const total = at === null ? undefined : schedule.lines.get(at)
      if (at === null || total === undefined) return []
      const parts = k1s.flatMap(({ form, index }) => {
        const figure = form.lines.get(key)
        return figure === undefined ? [] : [term(index, key, figure)]
      })
      return [equation('k1s_to_schedule_k', term(whole, at, total), parts)]
    })
  })
}

function term(form: number, key: string, figure: Figure): Term {
  return { address: address(form, key), label: `line ${key}`, value: figure.value }
}

function address(form: number, key: string): string {
  return `forms.${form}.${key}`
}

function conservationCheck(reading: TaxReading): Proof {
  const unplaced = reading.leftovers.filter((one) => one.reason === 'unplaced')
  const figures = reading.forms.some((form) => form.lines.size > 0)
  return note(
    'conservation',
    figures && unplaced.length === 0,
    [],
    [
      unplaced.length > 0
        ? `${unplaced.length} numbers have no place, the first is ${unplaced[0]?.text ?? ''} on page ${unplaced[0]?.page ?? 0}`
        : null,
    ],
  )
}

function yearCheck(reading: TaxReading): Proof {
  const years = new Set(reading.forms.map((form) => form.taxYear))
  const proved = reading.forms.length > 0 && !years.has(null) && years.size === 1
  return note('tax_year', proved, [], [years.size > 1 ? 'the forms are of different years' : 'no year could be read'])
}
