/** Ids and words in queries and bodies whose form the schema cannot check: filters are refused by name, ids name nothing. */
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

/** An id in a body or a query that must name something: one of the wrong form names nothing, just as in a path. */
export function namedId(prefix: IdPrefix, text: string): string {
  if (decodeId(prefix, text) === null) throw new Problem('not_found')
  return text
}

export function filterId(name: string, prefix: IdPrefix, value: string | undefined): string | null {
  if (value === undefined) return null
  if (decodeId(prefix, value) === null)
    throw new Problem('invalid_filter', { message: `${name} takes an id: ${prefix}_….` })
  return value
}
