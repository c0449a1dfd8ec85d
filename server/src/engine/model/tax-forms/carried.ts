/** What one form of a return repeats of another, and which line of a Schedule K the boxes of its K-1s divide. */
import type { Years } from './tax-form.ts'

export interface Carried {
  readonly to: { readonly form: string; readonly line: string }
  /** Summed over all forms of this name in the return. */
  readonly from: { readonly form: string; readonly line: string }
  readonly years: Years | null
}

export const CARRIED: readonly Carried[] = `
{-2020} Form 1040 8 = Schedule 1 (Form 1040) 9
{2021-} Form 1040 8 = Schedule 1 (Form 1040) 10
{-2020} Form 1040 10a = Schedule 1 (Form 1040) 22
{2021-} Form 1040 10 = Schedule 1 (Form 1040) 26
Schedule 1 (Form 1040) 3 = Schedule C (Form 1040) 31
Schedule 1 (Form 1040) 5 = Schedule E (Form 1040) 41
{-2020} Schedule 1 (Form 1040) 14 = Schedule SE (Form 1040) 13
{2021-} Schedule 1 (Form 1040) 15 = Schedule SE (Form 1040) 13
{-2020} Form 1040 13 = Form 8995 15
{2021-2024} Form 1040 13 = Form 8995 15
{2025-} Form 1040 13a = Form 8995 15
{-2022} Schedule K (Form 1065) 1 = Form 1065 22
{2023-} Schedule K (Form 1065) 1 = Form 1065 23
{-2022} Schedule K (Form 1120-S) 1 = Form 1120-S 21
{2023-} Schedule K (Form 1120-S) 1 = Form 1120-S 22
Schedule M-1 (Form 1120-S) 8 = Schedule K (Form 1120-S) 18
Schedule M-1 (Form 1120) 10 = Form 1120 28
Schedule M-2 (Form 1120) 8 = Schedule L (Form 1120) 25(d)
Schedule M-2 (Form 1120) 1 = Schedule L (Form 1120) 25(b)
Schedule M-2 (Form 1120) 2 = Schedule M-1 (Form 1120) 1`
  .trim()
  .split('\n')
  .map(toCarried)

function toCarried(text: string): Carried {
  const [, first, last, rest = ''] = /^(?:\{(\d{4})?-(\d{4})?\} )?(.*)$/.exec(text) ?? []
  const [to = '', from = ''] = rest.split(' = ').map((side) => side.trim())
  const place = (side: string): { form: string; line: string } => {
    const at = side.lastIndexOf(' ')
    return { form: side.slice(0, at), line: side.slice(at + 1) }
  }
  const dated = first !== undefined || last !== undefined
  return {
    to: place(to),
    from: place(from),
    years: dated ? { from: Number(first ?? 0), to: Number(last ?? 9999) } : null,
  }
}

/** Boxes of a K-1 and the line of the Schedule K that they divide: parts shown whole, letters where it has codes. */
const SHARED_LINES: Readonly<Record<string, string>> = {
  'Form 1065':
    '1=1 2=2 3=3c 4a=4a 4b=4b 4c=4c 5=5 6a=6a 6b=6b 6c=6c 7=7 8=8 9a=9a 9b=9b 9c=9c 10=10 12=12 14A=14a 14B=14b 14C=14c 18A=18a 18B=18b 18C=18c 19A=19a 20A=20a 20B=20b 21=21',
  'Form 1120-S':
    '1=1 2=2 3=3c 4=4 5a=5a 5b=5b 6=6 7=7 8a=8a 8b=8b 8c=8c 9=9 11=11 16A=16a 16B=16b 16C=16c 16D=16d 16E=16e 16F=16f 17A=17a 17B=17b',
}

/** Null where no single line is shared out in the box: those that gather several items under codes. */
export function scheduleKLine(parent: string, box: string): string | null {
  const pair = (SHARED_LINES[parent] ?? '').split(' ').find((one) => one.startsWith(`${box}=`))
  return pair?.slice(box.length + 1) ?? null
}
