/** Agings of receivables: `npm run eval -- ar-agings`. */
import type { EvalResult } from './result.ts'
import { agingClass } from './tables/aging.ts'
import { evaluate } from './tables/evaluate.ts'

export function run(args: string[]): Promise<EvalResult> {
  return evaluate(agingClass('ar-aging'), args)
}
