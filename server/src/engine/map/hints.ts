import type { Walked, WalkInput } from './walk.ts'
export interface Hint {
  readonly kind: 'x'
}
export function closingHints(_input: WalkInput, _walked: Walked): Hint[] {
  return []
}
