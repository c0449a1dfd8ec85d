/**
 * The form of every secret that we hand out: a prefix that says what it is, 30 base-62 characters, of which the first
 * eight are the tag of its workspace and the others random, and a six-character checksum over it all. The checksum lets a mistyped or invented one be refused without asking any store,
 * and lets secret scanners tell a real one from noise. Only its SHA-256 is ever kept.
 */
import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { BASE62, TAG_CHARACTERS, tagOf } from './workspace-tag.ts'

const SECRET_CHARACTERS = 30
const CHECKSUM_CHARACTERS = 6
const BODY_FORM = new RegExp(`^[0-9A-Za-z]{${SECRET_CHARACTERS + CHECKSUM_CHARACTERS}}$`)

function checksum(text: string): string {
  let rest = crc32(text)
  let encoded = ''
  for (let index = 0; index < CHECKSUM_CHARACTERS; index += 1) {
    encoded = (BASE62[rest % 62] ?? '') + encoded
    rest = Math.floor(rest / 62)
  }
  return encoded
}

export function newCheckedSecret(prefix: string, workspaceUuid: string): string {
  let body = prefix + tagOf(workspaceUuid)
  for (let index = TAG_CHARACTERS; index < SECRET_CHARACTERS; index += 1) body += BASE62[randomInt(62)] ?? ''
  return body + checksum(body)
}

/** Whether the text has the prefix, the length, the alphabet and the checksum of such a secret. */
export function isCheckedSecret(prefix: string, text: string): boolean {
  if (!text.startsWith(prefix) || !BODY_FORM.test(text.slice(prefix.length))) return false
  return checksum(text.slice(0, -CHECKSUM_CHARACTERS)) === text.slice(-CHECKSUM_CHARACTERS)
}

export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
