/**
 * Secrets told by their own form, in any text: over the tree, so that none is ever committed, and over what a run of
 * the service leaves behind, so that none is ever kept.
 */
import { isCheckedSecret } from '../../server/src/lib/checked-secret.ts'

interface Form {
  readonly what: string
  readonly form: RegExp
  /** Where the form alone says too little. */
  readonly isOne?: (text: string) => boolean
}

/** Ours carry a checksum, so that an example in a page is told from a key that opens something. */
const isOurs = (text: string): boolean => {
  const prefix = /^svc_[a-z]+_/.exec(text)?.[0] ?? ''
  return isCheckedSecret(prefix, text)
}
/** A made-up example repeats itself; forty-three characters by chance do not. */
const DIFFERENT_CHARACTERS = 20
const isByChance = (text: string): boolean => new Set(text).size >= DIFFERENT_CHARACTERS

const FORMS: readonly Form[] = [
  { what: 'an API key', form: /\bsvc_(?:live|test)_[0-9A-Za-z]{30,}/g, isOne: isOurs },
  { what: 'a token of an embed session', form: /\bsvc_(?:embed|handle)_[0-9A-Za-z]{30,}/g, isOne: isOurs },
  { what: 'a signing secret', form: /\bwhsec_[A-Za-z0-9_-]{43}\b/g, isOne: isByChance },
  { what: 'a private key', form: /-----BEGIN [A-Z ]*PRIVATE KEY-----\s+[A-Za-z0-9+/=\s]{40,}/g },
  { what: 'a key of a cloud', form: /\bAKIA[0-9A-Z]{16}\b/g },
  { what: 'a token of a code host or registry', form: /\b(?:ghp|gho|ghs|npm)_[A-Za-z0-9]{36}\b/g },
]

/** What kinds of secrets a text holds. */
export function secretsIn(text: string): string[] {
  return FORMS.flatMap(({ what, form, isOne }) =>
    [...text.matchAll(form)].filter(([found]) => isOne?.(found) ?? true).map(() => what),
  )
}
