/** A document's sheets: its lines as printed, with where each went, and the tree that they make. */
import { text } from './draft.ts'
import type { DraftCell, DraftSheet } from './draft.ts'
import { filedFigure, footFigures, nodeFigure, openFigure, printedFigure } from './figures.ts'
import type { MappedNode, MappedStatement, PrintedDocument, PrintedRow } from './input.ts'
import { CAPTION_WIDTH, headedSheet, heads, MONEY_WIDTH, pageWords, sectionRow } from './sheet-parts.ts'

type Row = readonly (DraftCell | null)[]

export const titleOf = ({ company, title }: Pick<PrintedDocument, 'company' | 'title'>): string =>
  `${company ?? 'Company unknown'} · ${title}`

/** Every printed line, in the order of print. */
export function linesSheet(document: PrintedDocument, name: string): DraftSheet {
  const isFiled = document.rows.some(({ filing }) => filing !== null)
  const filed = isFiled ? ['Account', ...document.columns.map((column) => `Filed: ${column}`)] : []
  return headedSheet({
    name,
    title: titleOf(document),
    about:
      `Lines as printed, in whole dollars. ${document.id}, revision ${document.extractionVersion}, ` +
      `pages ${pageWords(document.pages)} of its package. A note on each figure says where it stands.`,
    head: [
      ...heads(['Line'], 'left'),
      ...heads(document.columns),
      ...(isFiled ? heads(filed.slice(0, 1), 'left') : []),
      ...heads(filed.slice(1)),
      ...heads(['Page']),
      ...heads(['Remark'], 'left'),
    ],
    rows: document.rows.map((row) => lineRow(document, row, isFiled)),
    widths: [
      CAPTION_WIDTH,
      ...document.columns.map(() => MONEY_WIDTH),
      ...(isFiled ? [30, ...document.columns.map(() => MONEY_WIDTH)] : []),
      7,
      26,
    ],
  })
}

function lineRow(document: PrintedDocument, row: PrintedRow, isFiled: boolean): Row {
  const pages = [...new Set(row.figures.flatMap((one) => (one ? [one.page] : [])))].sort((a, b) => a - b)
  const isHeading = row.figures.every((one) => one === null)
  return [
    text(row.label, { indent: row.depth, bold: row.isTotal || isHeading }),
    ...row.figures.map((one) => one && printedFigure(document.id, one, { bold: row.isTotal, ruled: row.isTotal })),
    ...(isFiled ? filedCells(document, row) : []),
    pages.length === 0 ? null : text(pageWords(pages), { role: 'quiet', align: 'right' }),
    text(row.isTotal && row.mark === null ? 'total' : (row.mark ?? ''), { role: 'quiet' }),
  ]
}

function filedCells(document: PrintedDocument, row: PrintedRow): Row {
  return [
    row.filing && text(row.filing.account, { role: 'quiet' }),
    ...document.columns.map((_, at) => filedFigure(document.id, row, at)),
  ]
}

/** The statement on the chart of accounts, and whether it foots. */
export function mappedSheet(document: PrintedDocument, mapping: MappedStatement, name: string): DraftSheet {
  const width = document.columns.length + 4
  const about =
    mapping.state === 'mapped'
      ? `On the chart of accounts, each figure positive in the direction in which it counts. ${mapping.mappingId}.`
      : `The lines do not walk to the printed bottom line, so that there is no tree. ${mapping.mappingId}.`
  return headedSheet({
    name,
    title: titleOf(document),
    about,
    head: [
      ...heads(['Account'], 'left'),
      ...heads(['Counts'], 'left'),
      ...heads(document.columns),
      ...heads(['Source', 'Printed lines'], 'left'),
    ],
    rows: [
      ...mapping.nodes.flatMap((node) => nodeRows(mapping, node)),
      sectionRow('Does it foot?', width),
      ...footRows(mapping),
    ],
    widths: [CAPTION_WIDTH, 11, ...document.columns.map(() => MONEY_WIDTH), 16, 48],
  })
}

function nodeRows(mapping: MappedStatement, node: MappedNode): Row[] {
  const isStrong = node.kind === 'measure' || node.depth === 0
  const row: Row = [
    text(node.label, { indent: node.kind === 'measure' ? 0 : node.depth, bold: isStrong }),
    text(node.effect ?? 'measure', { role: 'quiet' }),
    ...node.values.map((_, at) => nodeFigure(mapping, node, at, { bold: isStrong, ruled: isStrong })),
    text(sourceWords(node), { role: 'quiet' }),
    text(node.lines.join('; '), { role: 'quiet' }),
  ]
  const open = node.unitemized.map((_, at) => openFigure(mapping, node, at))
  if (open.every((one) => one === null)) return [row]
  return [row, [text('not itemized', { indent: node.depth + 1, role: 'quiet' }), null, ...open]]
}

/** P: printed. D: derived from what is printed on those pages. */
function sourceWords({ sources }: MappedNode): string {
  const known = sources.filter((one) => one !== null)
  const pages = [...new Set(known.flatMap((one) => one.pages))].sort((a, b) => a - b)
  const mark = known.length > 0 && known.every(({ isPrinted }) => isPrinted) ? 'P' : 'D'
  return pages.length === 0 ? mark : `${mark} page ${pageWords(pages)}`
}

function footRows(mapping: MappedStatement): Row[] {
  const feet = mapping.foot.map((_, at) => footFigures(mapping, at))
  const row = (label: string, cells: Row): Row => [text(label), null, ...cells]
  return [
    row(
      'Bottom line as printed',
      feet.map(({ printed }) => printed),
    ),
    row(
      'What the lines walk to',
      feet.map(({ walk }) => walk),
    ),
    row(
      'Residual',
      feet.map(({ residual }) => residual),
    ),
    row(
      'Allowed for rounding',
      feet.map(({ allowed }) => allowed),
    ),
  ]
}
