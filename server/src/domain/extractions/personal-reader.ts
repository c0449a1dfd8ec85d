/** The reader of personal financial statements. */
import { PERSONAL_PARTS } from '../../engine/model/personal.ts'
import type { CsvCell } from '../../lib/csv.ts'
import { correctablePersonal } from './correct-personal.ts'
import type { DocumentReader, IndexedFigure } from './document-reader.ts'
import { personalPayload } from './personal-payload.ts'
import type { PersonalPayload } from './personal-payload.ts'
import { readProvedPersonal } from './read-personal.ts'

export const personalReader: DocumentReader<PersonalPayload> = {
  read: (pages, document) => personalPayload(pages, document, readProvedPersonal(pages)),
  figures: personalFigures,
  lineItems: (payload) =>
    PERSONAL_PARTS.reduce((sum, part) => sum + payload[part].length, 0) +
    payload.schedules.reduce((sum, schedule) => sum + schedule.rows.length, 0),
  table: personalTable,
  correctable: correctablePersonal,
}

function personalFigures(payload: PersonalPayload): IndexedFigure[] {
  const about = { period: payload.periods[0] ?? null, scale: payload.scale.factor }
  const lines = PERSONAL_PARTS.flatMap((part) =>
    payload[part].map(({ label, figure }) => ({ figure, caption: label, ...about })),
  )
  const cells = payload.schedules.flatMap((schedule) =>
    [...schedule.rows, ...schedule.totals].flatMap((row) =>
      row.cells.flatMap((cell, column) =>
        cell !== null && 'value' in cell
          ? [{ figure: cell, caption: `${row.label} · ${schedule.columns[column] ?? ''}`, ...about }]
          : [],
      ),
    ),
  )
  return [...lines, ...cells]
}

function personalTable(payload: PersonalPayload): CsvCell[][] {
  return [
    ['part', 'label', 'role', 'column', 'value', 'page', 'address'],
    ...PERSONAL_PARTS.flatMap((part) =>
      payload[part].map(({ label, role, figure }) => [
        part,
        label,
        role,
        null,
        figure.value,
        figure.page,
        figure.address,
      ]),
    ),
    ...payload.schedules.flatMap((schedule) =>
      [...schedule.rows, ...schedule.totals].flatMap((row) =>
        row.cells.flatMap((cell, column): CsvCell[][] =>
          cell === null
            ? []
            : [
                [
                  schedule.title,
                  row.label,
                  null,
                  schedule.columns[column] ?? null,
                  'value' in cell ? cell.value : cell.text,
                  cell.page,
                  cell.address,
                ],
              ],
        ),
      ),
    ),
  ]
}
