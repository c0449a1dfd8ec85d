/**
 * Numbers as the sheet shows them. SheetJS's formatter is used for both workbook formats: hucre's own shows an
 * accounting zero as `-0` and a bracketed percentage as `(5.0)%`.
 */
import { SSF } from '@e965/xlsx'

const formatter = SSF as { format: (format: string, value: unknown, options?: { date1904?: boolean }) => string }

export function formatNumber(format: string, value: number, date1904: boolean): string {
  try {
    return formatter.format(format, value, { date1904 })
  } catch {
    // A format that is none: the plain number is what Excel falls back to.
    return String(value)
  }
}
