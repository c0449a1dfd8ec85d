/** One seed → one return as a file: official blanks filled in where they are at hand, drawn forms otherwise. */
import { existsSync } from 'node:fs'
import { centsOf, formatCents } from '../../../server/src/lib/money.ts'
import { corpusPath } from '../../corpus.ts'
import type { GeneratedFile, TruthRow } from '../../tables/truth.ts'
import type { Blank } from '../irs/blanks.ts'
import { BLANKS, fieldsByLine } from '../irs/blanks.ts'
import { FormFiller } from '../irs/form-filler.ts'
import type { FilledBlank } from '../irs/form-filler.ts'
import { Random } from '../random.ts'
import type { AmountStyle } from './amount-style.ts'
import { pickStyle, writeAmount } from './amount-style.ts'
import type { ReturnContent } from './content.ts'
import { makeReturn, tableTexts } from './content.ts'
import type { Place, Places } from './draw.ts'
import { drawReturn } from './draw.ts'

/** Which forms make one return: the first, and what is printed inside or behind it. */
const RETURNS: readonly (readonly string[])[] = [
  ['Form 1040', 'Schedule 1 (Form 1040)', 'Schedule C (Form 1040)', 'Schedule SE (Form 1040)', 'Form 8995'],
  ['Form 1040', 'Schedule 1 (Form 1040)', 'Schedule E (Form 1040)', 'Form 4562'],
  ['Form 1040', 'Schedule D (Form 1040)', 'Schedule E (Form 1040)'],
  [
    'Form 1065',
    'Schedule K (Form 1065)',
    'Schedule L (Form 1065)',
    'Schedule M-1 (Form 1065)',
    'Schedule M-2 (Form 1065)',
  ],
  ['Form 1065', 'Schedule K (Form 1065)', 'Form 4562'],
  ['Form 1120', 'Schedule L (Form 1120)', 'Schedule M-1 (Form 1120)', 'Schedule M-2 (Form 1120)', 'Form 4797'],
  [
    'Form 1120-S',
    'Schedule K (Form 1120-S)',
    'Schedule L (Form 1120-S)',
    'Schedule M-1 (Form 1120-S)',
    'Schedule M-2 (Form 1120-S)',
  ],
  ['Form 4562'],
  ['Form 4797'],
  ['Form 8995'],
  ['Schedule C (Form 1040)'],
]
const BLANK_SHARE = 0.5
const FIELDS_SHARE = 0.5
const SINGLE_SHARE = 0.5

export async function generateTaxReturn(
  seed: number,
  scan: boolean,
  folder: string | null = blanksFolder(),
): Promise<GeneratedFile> {
  const random = new Random(seed * 29 + 3)
  const fields = !scan && random.chance(FIELDS_SHARE)
  const style = pickStyle(random, fields)
  if (folder !== null && random.chance(BLANK_SHARE)) return fillBlanks(seed, folder, { fields, style, random })
  const names = random.pick(RETURNS)
  const sharing = names.some((name) => name.startsWith('Schedule K ')) ? random.between(1, 3) : 0
  const content = makeReturn(random, names, 2020 + random.between(0, 5), sharing)
  const { bytes, places } = await drawReturn(content, { fields, style, random })
  return fileOf(`${names[0] ?? ''}-${fields ? 'fields' : 'flat'}-${seed}`, content, bytes, places)
}

/** Null where the blanks are not at hand: then every form is drawn. */
export function blanksFolder(): string | null {
  const corpus = corpusPath(undefined)
  const folder = `${corpus ?? ''}/tax-returns`
  return corpus !== null && existsSync(`${folder}/${BLANKS[0]?.file ?? ''}`) ? folder : null
}

let filler: Promise<FormFiller> | null = null

async function fillBlanks(
  seed: number,
  folder: string,
  { fields, style, random }: { fields: boolean; style: AmountStyle; random: Random },
): Promise<GeneratedFile> {
  filler ??= FormFiller.load()
  const chosen = pickBlanks(random, fields)
  const [first] = chosen
  if (first === undefined) throw new Error('no blanks')
  const names = chosen.flatMap((blank) => Object.keys(blank.forms))
  const content = makeReturn(random, names, first.year, 0)
  const filled = chosen.map((blank) => valuesFor(blank, folder, content, style))
  const { bytes, places } = (await filler).fill(filled, fields)
  const byForm: Places = content.forms.map(({ form }) => {
    const at = chosen.findIndex((blank) => form.form in blank.forms)
    const lines = new Map([...fieldsByLine(chosen[at]?.forms[form.form] ?? [])].map(([key, field]) => [field, key]))
    const own = places.filter((place) => place.blank === at && lines.has(place.name))
    // Where in its field an amount stands is the viewer's affair: the page is known, the box only as that of the field.
    return new Map(own.map((place): [string, Place] => [lines.get(place.name) ?? '', { page: place.page, box: null }]))
  })
  return fileOf(`blank-${first.file}-${fields ? 'fields' : 'flat'}-${seed}`, content, bytes, byForm)
}

/** One blank, or all of one year that belong to one return: those can only be joined as print. */
function pickBlanks(random: Random, fields: boolean): Blank[] {
  const single = fields || random.chance(SINGLE_SHARE)
  const first = random.pick(BLANKS)
  if (single) return [first]
  const sameYear = BLANKS.filter((blank) => blank.year === first.year)
  const main = sameYear.filter((blank) => Object.keys(blank.forms)[0]?.startsWith('Form 1') === true)
  return [...main, ...sameYear.filter((blank) => !main.includes(blank))]
}

function valuesFor(blank: Blank, folder: string, content: ReturnContent, style: AmountStyle): FilledBlank {
  const values = new Map<string, string>()
  for (const { form, lines } of content.forms) {
    const runs = blank.forms[form.form]
    if (runs === undefined) continue
    const fields = fieldsByLine(runs)
    for (const [key, text] of tableTexts(form, lines)) if (fields.has(key)) values.set(fields.get(key) ?? '', text)
    for (const [key, value] of lines) {
      const field = fields.get(key)
      if (field === undefined) lines.delete(key)
      else values.set(field, writeAmount(value, style, form.bracketed.has(key)))
    }
  }
  const names = blank.name.length === 1 ? [content.name.join(' ')] : content.name
  for (const [index, field] of blank.name.entries()) values.set(field, names[index] ?? '')
  values.set(blank.number, content.number)
  return { path: `${folder}/${blank.file}`, values }
}

function fileOf(name: string, content: ReturnContent, bytes: Buffer, places: Places): GeneratedFile {
  const counts = new Map<string, number>()
  const rows = content.forms.flatMap(({ form, lines }, index) => {
    const at = (counts.get(form.form) ?? 0) + 1
    counts.set(form.form, at)
    return [...lines].map(([key, value]): TruthRow => {
      const place = places[index]?.get(key)
      return {
        label: `${form.form}${at > 1 ? ` #${at}` : ''} ${key}`,
        values: [formatCents(centsOf(value))],
        ...(place ? { page: place.page, boxes: [place.box] } : {}),
      }
    })
  })
  return {
    truth: {
      name,
      class: 'tax-return',
      columns: [''],
      rows,
      keyed: true,
      facts: { tax_year: String(content.year) },
      misprinted: content.misprinted,
    },
    bytes,
    extension: 'pdf',
  }
}
