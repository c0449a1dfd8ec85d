/** Amounts and days as a house prints them. */
import { ENGLISH_MONTHS } from '../languages.ts'

export type Separators = 'us' | 'european' | 'indian' | 'swiss' | 'space' | 'mistyped'

const MARKS: Record<Separators, readonly [group: string, point: string]> = {
  us: [',', '.'],
  european: ['.', ','],
  indian: [',', '.'],
  swiss: ["'", '.'],
  space: [' ', ','],
  mistyped: ['.', '.'],
}

/** Without sign. */
export function printMagnitude(cents: bigint, separators: Separators): string {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0')
  const [group, point] = MARKS[separators]
  const whole = digits.slice(0, -2)
  const grouped =
    separators === 'indian' && whole.length > 3
      ? `${whole.slice(0, -3).replace(/\B(?=(\d{2})+$)/g, group)}${group}${whole.slice(-3)}`
      : whole.replace(/\B(?=(\d{3})+$)/g, group)
  return `${grouped}${point}${digits.slice(-2)}`
}

export type DayForm =
  | 'MM/DD'
  | 'MM/DD/YYYY'
  | 'MM/DD/YY'
  | 'DD/MM/YYYY'
  | 'DD.MM.YYYY'
  | 'DD.MM.'
  | 'YYYY-MM-DD'
  | 'DD Mon'
  | 'Mon DD'
  | 'DD-Mon-YY'
  | 'DDth Mon'
  | 'MM-DD'
  | 'D okt'
  | 'DD Mon YYYY'
  | 'Mon DD, YYYY'
  | 'YYYYMMDD'

const ENGLISH = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const DUTCH = ['jan', 'feb', 'mrt', 'apr', 'mei', 'jun', 'jul', 'aug', 'sep', 'okt', 'nov', 'dec']

export function printDay(iso: string, form: DayForm): string {
  const [year, month, day] = [iso.slice(0, 4), iso.slice(5, 7), iso.slice(8, 10)]
  const name = ENGLISH[Number(month) - 1] ?? ''
  switch (form) {
    case 'MM/DD':
      return `${month}/${day}`
    case 'MM-DD':
      return `${month}-${day}`
    case 'MM/DD/YYYY':
      return `${month}/${day}/${year}`
    case 'MM/DD/YY':
      return `${month}/${day}/${year.slice(2)}`
    case 'DD/MM/YYYY':
      return `${day}/${month}/${year}`
    case 'DD.MM.YYYY':
      return `${day}.${month}.${year}`
    case 'DD.MM.':
      return `${day}.${month}.`
    case 'YYYY-MM-DD':
      return iso
    case 'YYYYMMDD':
      return `${year}${month}${day}`
    case 'DD Mon':
      return `${Number(day)} ${name}`
    case 'DD Mon YYYY':
      return `${day} ${name} ${year}`
    case 'Mon DD':
      return `${name} ${day}`
    case 'Mon DD, YYYY':
      return `${name} ${Number(day)}, ${year}`
    case 'DD-Mon-YY':
      return `${day}-${name}-${year.slice(2)}`
    case 'DDth Mon':
      return `${Number(day)}${ordinal(Number(day))} ${name}`
    case 'D okt':
      return `${Number(day)} ${DUTCH[Number(month) - 1] ?? ''}`
  }
}

function ordinal(day: number): string {
  if (day > 10 && day < 14) return 'th'
  return ['th', 'st', 'nd', 'rd'][day % 10] ?? 'th'
}

export function printLongDay(iso: string): string {
  return `${ENGLISH_MONTHS[Number(iso.slice(5, 7)) - 1] ?? ''} ${Number(iso.slice(8, 10))}, ${iso.slice(0, 4)}`
}
