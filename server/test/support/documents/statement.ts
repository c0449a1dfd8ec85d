/** Financial statements in print, made by chance from a seed: something ordinary to read, recognise and break. */
import { PdfFile, printText } from './pdf.ts'
import { Dice } from './random.ts'

export type Preset = 'plain' | 'serif' | 'typewriter' | 'ruled' | 'dense'
export const PRESETS: readonly Preset[] = ['plain', 'serif', 'typewriter', 'ruled', 'dense']

interface Look {
  readonly font: 'F1' | 'F3' | 'F4'
  readonly bold: 'F2' | 'F5' | 'F4'
  readonly size: number
  readonly leading: number
  readonly columns: number
  readonly rules: boolean
}

const LOOKS: Readonly<Record<Preset, Look>> = {
  plain: { font: 'F1', bold: 'F2', size: 10, leading: 16, columns: 2, rules: false },
  serif: { font: 'F3', bold: 'F5', size: 10.5, leading: 16, columns: 2, rules: false },
  typewriter: { font: 'F4', bold: 'F4', size: 9.5, leading: 15, columns: 2, rules: false },
  ruled: { font: 'F1', bold: 'F2', size: 9.5, leading: 16, columns: 3, rules: true },
  dense: { font: 'F1', bold: 'F2', size: 8, leading: 11, columns: 4, rules: false },
}

const CAPTIONS = [
  ...['Product sales', 'Service revenue', 'Returns and allowances', 'Interest income', 'Cost of goods sold', 'Wages'],
  ...['Payroll taxes', 'Rent', 'Utilities', 'Insurance', 'Office supplies', 'Repairs and maintenance', 'Depreciation'],
  ...['Professional fees', 'Advertising', 'Travel', 'Bank charges', 'Bad debts', 'Amortization', 'Interest expense'],
  ...['Licenses and permits', 'Vehicle expense', 'Equipment rental', 'Telephone', 'Income taxes', 'Other expense'],
] as const

/** Mean width of a letter of each font, as a share of its size: figures are set flush right with it. */
const DIGIT_WIDTH = { F1: 0.556, F2: 0.556, F3: 0.5, F4: 0.6, F5: 0.5 } as const

export interface StatementPage {
  /** Operators that draw the page. */
  readonly content: string
  /** Every figure as printed, in print order. */
  readonly figures: readonly string[]
}

/** One page of a statement: a heading, lines of captions with their figures, totals. */
export function statementPage(preset: Preset, seed: number): StatementPage {
  const look = LOOKS[preset]
  const dice = new Dice(seed)
  const figures: string[] = []
  let content = printText(72, 720, 'Statement of Income', { font: look.bold, size: look.size + 4 })
  content += printText(72, 702, 'For the years ended December 31', { font: look.font, size: look.size })
  for (let y = 670, line = 0; y > 72; y -= look.leading, line += 1) {
    const isTotal = line % 7 === 6
    const font = isTotal ? look.bold : look.font
    const caption = isTotal ? 'Total' : dice.oneOf(CAPTIONS)
    content += printText(isTotal ? 72 : 84, y, caption, { font, size: look.size })
    for (let column = 0; column < look.columns; column += 1) {
      const right = 540 - column * (look.columns > 3 ? 78 : 95)
      const figure = figureOf(dice)
      figures.push(figure)
      content += printText(right - figureWidth(figure, font, look.size), y, figure, { font, size: look.size })
      if (isTotal) content += `0 G 0.7 w ${right - 60} ${y + look.size} m ${right} ${y + look.size} l S\n`
    }
    if (look.rules) content += `0.6 G 0.5 w 72 ${y - 4} m 545 ${y - 4} l S\n`
  }
  return { content, figures }
}

/** A statement of so many pages, for the reader's speed and memory. */
export function statementPdf(pages: number, preset: Preset = 'plain', seed = 1): Buffer {
  const file = new PdfFile()
  for (let page = 0; page < pages; page += 1) file.addPage({ content: statementPage(preset, seed + page).content })
  return file.bytes()
}

function figureOf(dice: Dice): string {
  const whole = Math.floor(10 ** (2 + dice.share() * 5))
  const text = `${whole.toLocaleString('en-US')}.${String(dice.below(100)).padStart(2, '0')}`
  return dice.share() < 0.15 ? `(${text})` : text
}

function figureWidth(figure: string, font: keyof typeof DIGIT_WIDTH, size: number): number {
  const narrow = font === 'F4' ? DIGIT_WIDTH.F4 : font === 'F3' || font === 'F5' ? 0.25 : 0.278
  const bracket = font === 'F4' ? DIGIT_WIDTH.F4 : 0.333
  let width = 0
  for (const letter of figure)
    width += letter === ',' || letter === '.' ? narrow : letter === '(' || letter === ')' ? bracket : DIGIT_WIDTH[font]
  return width * size
}
