/** Tax returns: `npm run eval -- tax-returns`. */
import type { EvalResult } from './result.ts'
import { evaluate } from './tables/evaluate.ts'
import { taxClass } from './tables/tax.ts'

export function run(args: string[]): Promise<EvalResult> {
  return evaluate(taxClass, args)
}
