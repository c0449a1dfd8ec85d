/** Tax returns as the scorer sees them: one row per line, keyed by form and number. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { readProvedTaxReturn } from '../../server/src/domain/extractions/read-tax.ts'
import { formatCents } from '../../server/src/lib/money.ts'
import { generateTaxReturn } from '../generator/tax/generate.ts'
import type { TableClass, TableTruth } from './truth.ts'

interface Label {
  file: string
  forms: { form: string; tax_year: number; lines: Record<string, string> }[]
  printed_errors: unknown[]
}

export const taxClass: TableClass = {
  name: 'tax-returns',
  class: 'tax-return',
  bars: { digital: 0.99, scanned: 0.93 },
  read: (pages) => {
    const { reading, proofs } = readProvedTaxReturn(pages)
    const counts = new Map<string, number>()
    return {
      columns: [''],
      rows: reading.forms.flatMap((form) => {
        // The same form twice, as with K-1s: told apart by their order.
        const at = (counts.get(form.form) ?? 0) + 1
        counts.set(form.form, at)
        return [...form.lines].map(([key, figure]) => ({
          label: `${form.form}${at > 1 ? ` #${at}` : ''} ${key}`,
          cells: [{ value: formatCents(figure.value), page: figure.page, box: figure.box }],
        }))
      }),
      facts: {
        tax_year: reading.forms[0]?.taxYear?.toString() ?? null,
        form: reading.forms[0]?.form ?? null,
      },
      proofs,
      leftovers: reading.leftovers.length,
    }
  },
  corpus: (corpus) =>
    globSync(`${corpus}/labels/tax-returns/*.json`)
      .sort()
      .flatMap((file) => {
        const path = `${corpus}/tax-returns/${basename(file, '.json')}`
        return existsSync(path) ? [{ path, truth: truthOf(JSON.parse(readFileSync(file, 'utf8')) as Label) }] : []
      }),
  generate: generateTaxReturn,
}

function truthOf(label: Label): TableTruth {
  const rows = label.forms.flatMap((form) =>
    Object.entries(form.lines).map(([key, value]) => ({ label: `${form.form} ${key}`, values: [value] })),
  )
  const [first] = label.forms
  return {
    name: label.file,
    class: 'tax-return',
    columns: [''],
    rows,
    keyed: true,
    facts: { tax_year: first ? String(first.tax_year) : null, form: first?.form ?? null },
    misprinted: label.printed_errors.length > 0,
  }
}
