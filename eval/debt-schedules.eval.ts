/** Debt schedules: `npm run eval -- debt-schedules`. */
import type { EvalResult } from './result.ts'
import { debtClass } from './tables/debt.ts'
import { evaluate } from './tables/evaluate.ts'

export function run(args: string[]): Promise<EvalResult> {
  return evaluate(debtClass, args)
}
