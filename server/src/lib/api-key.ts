/**
 * The form of API keys: a prefix that names the mode, 30 random base-62 characters and a six-character checksum over
 * both. The checksum lets a mistyped or invented key be refused without asking any store, and lets secret scanners
 * tell a real key from noise. Only the SHA-256 of a key is ever kept.
 */
import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

export type Mode = 'live' | 'test'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SECRET_CHARACTERS = 30
const CHECKSUM_CHARACTERS = 6
const KEY_FORM = /^svc_(live|test)_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/

function checksum(text: string): string {
  let rest = crc32(text)
  let encoded = ''
  for (let index = 0; index < CHECKSUM_CHARACTERS; index += 1) {
    encoded = (BASE62[rest % 62] ?? '') + encoded
    rest = Math.floor(rest / 62)
  }
  return encoded
}

export function newApiKey(mode: Mode): string {
  let body = `svc_${mode}_`
  for (let index = 0; index < SECRET_CHARACTERS; index += 1) body += BASE62[randomInt(62)] ?? ''
  return body + checksum(body)
}

/** The mode that a well-formed key claims; null when the form or the checksum is wrong. */
export function modeOfApiKey(key: string): Mode | null {
  const match = KEY_FORM.exec(key)
  if (!match) return null
  const body = key.slice(0, -CHECKSUM_CHARACTERS)
  return checksum(body) === match[3] ? (match[1] as Mode) : null
}

export function hashApiKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

/** What may be shown of a key later on: enough to recognise it, useless to anyone else. */
export function hintOfApiKey(key: string): string {
  return `${key.slice(0, 9)}…${key.slice(-4)}`
}
