/** The lines of an English statement in the captions of another language. Sums stay what they are. */
import type { StatementClass } from '../../server/src/engine/model/extraction.ts'
import type { ContentLine } from './content.ts'
import { LANGUAGES, type Language } from './languages.ts'

/** What an English caption is called in the dictionary; the first that fits. */
const KEYS: readonly (readonly [RegExp, string])[] = [
  [/^adjustments/i, 'adjustments'],
  [/\bcash.*\bbeginning\b/i, 'opening'],
  [/\bcash.*\bend\b/i, 'closing'],
  [/\b(?:increase|change)\b.*\bcash\b|^net cash increase/i, 'change'],
  [/\boperating activities\b/i, 'operating'],
  [/\binvesting activities\b/i, 'investing'],
  [/\bfinancing activities\b/i, 'financing'],
  [/^total liabilities (?:and|&)/i, 'Total Liabilities and Equity'],
  [/^total assets$/i, 'Total Assets'],
  [/^liabilities and/i, 'LIABILITIES'],
  [/\bequity$/i, 'Equity'],
  [/^gross profit$/i, 'Gross Profit'],
  [/^(?:net )?operating income$|^income from operations$/i, 'Operating Income'],
  [/^net (?:income|profit)/i, 'Net Income'],
]

export function translateLines(
  lines: readonly ContentLine[],
  of: StatementClass,
  language: Exclude<Language, 'en'>,
): ContentLine[] {
  const words = LANGUAGES[language]
  const pool = words.lines[of]
  let next = 0
  const structural = (label: string): string | undefined => {
    const key = KEYS.find(([pattern]) => pattern.test(label))?.[1] ?? label
    return words.captions[key] ?? words.captions[label.replace(/(?:^|\s)\p{Ll}/gu, (start) => start.toUpperCase())]
  }
  return lines.map((line) => {
    if (line.label === '') return line
    if (line.role === 'line') {
      const own = words.captions[line.label]
      if (own !== undefined) return { ...line, label: own }
      next += 1
      return { ...line, label: pool[(next - 1) % pool.length] ?? line.label }
    }
    const whole = structural(line.label)
    const part = line.label.replace(/^total (?:for )?/i, '')
    if (part === line.label || /^total (?:assets$|liabilities (?:and|&))/i.test(line.label))
      return { ...line, label: whole ?? line.label }
    return { ...line, label: `${words.total} ${structural(part) ?? part}` }
  })
}
