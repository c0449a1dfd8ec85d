/** Query filters whose wrong values are refused by name, not as a malformed request. */
import { decodeId } from '../lib/ids.ts'
import type { IdPrefix } from '../lib/ids.ts'
import { Problem } from '../lib/problem.ts'

export function filterWord<Word extends string>(
  name: string,
  words: readonly Word[],
  value: string | undefined,
): Word | null {
  if (value === undefined) return null
  const word = words.find((candidate) => candidate === value)
  if (word === undefined) {
    throw new Problem('invalid_filter', { message: `${name} takes one of: ${words.join(', ')}.` })
  }
  return word
}

export function filterId(name: string, prefix: IdPrefix, value: string | undefined): string | null {
  if (value === undefined) return null
  if (decodeId(prefix, value) === null)
    throw new Problem('invalid_filter', { message: `${name} takes an id: ${prefix}_….` })
  return value
}
