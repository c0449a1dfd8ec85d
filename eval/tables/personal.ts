/** Personal financial statements as the scorer sees them: a row for every amount, in the order of the parts. */
import { readProvedPersonal } from '../../server/src/domain/extractions/read-personal.ts'
import { pagesToDocuments } from '../../server/src/domain/extractions/read-package.ts'
import type { Figure } from '../../server/src/engine/model/extraction.ts'
import { PERSONAL_PARTS } from '../../server/src/engine/model/personal.ts'
import { formatCents } from '../../server/src/lib/money.ts'
import { generatePersonal } from '../generator/personal/generate.ts'
import type { ReadCell, TableClass } from './truth.ts'

/** No labelled real one is at hand: its class is judged on generated ones alone. */
export const personalClass: TableClass = {
  name: 'personal-financial-statements',
  class: 'personal-financial-statement',
  bars: { digital: 0.98, scanned: 0.93 },
  read: (pages) => {
    const { reading, proofs } = readProvedPersonal(pages)
    const lines = PERSONAL_PARTS.flatMap((part) =>
      reading.parts[part].map((line) => ({ label: line.label, cells: [cell(line.figure)] })),
    )
    const cells = reading.schedules.flatMap((schedule) =>
      [...schedule.rows, ...schedule.totals].flatMap((row) =>
        row.cells.flatMap((one, column) =>
          one?.figure ? [{ label: `${row.label} · ${schedule.columns[column] ?? ''}`, cells: [cell(one.figure)] }] : [],
        ),
      ),
    )
    return {
      columns: [''],
      rows: [...lines, ...cells],
      facts: { as_of: reading.asOf?.date ?? null, person: pagesToDocuments(pages)[0]?.entity?.name ?? null },
      proofs,
      leftovers: reading.leftovers.filter((one) => one.reason === 'unplaced').length,
    }
  },
  corpus: () => [],
  generate: generatePersonal,
}

function cell(figure: Figure): ReadCell {
  return { value: formatCents(figure.value), page: figure.page, box: figure.box }
}
