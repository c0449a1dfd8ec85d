/** Personal financial statements: `npm run eval -- personal-financial-statements`. */
import type { EvalResult } from './result.ts'
import { personalClass } from './tables/personal.ts'
import { evaluate } from './tables/evaluate.ts'

export function run(args: string[]): Promise<EvalResult> {
  return evaluate(personalClass, args)
}
