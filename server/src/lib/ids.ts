/**
 * Identifiers. On the wire: a type prefix, `_`, and 26 Crockford base-32 characters of a UUIDv7. In the database: the
 * plain uuid. Version 7 starts with the time, so that new rows land next to each other in every index.
 */
import { randomBytes, randomInt } from 'node:crypto'

export const ID_PREFIXES = [
  'org', 'ws', 'key', 'bor', 'loan', 'job', 'doc', 'map', 'exp', 'memo', 'rnd', 'snap', 'whe', 'evt', 'whd', 'ifh', 'emb',
] as const // prettier-ignore
export type IdPrefix = (typeof ID_PREFIXES)[number]

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
/** Value of a character of an id by its code; -1 for what is in no id. */
const DIGIT_OF = Int8Array.from({ length: 128 }, (_, code) => ALPHABET.indexOf(String.fromCharCode(code)))
const ID_CHARACTERS = 26
const HEX_DIGITS = '0123456789abcdef'
/** Value of a hexadecimal digit by its character code; -1 for the dashes. */
const HEX_VALUE = Int8Array.from({ length: 128 }, (_, code) => HEX_DIGITS.indexOf(String.fromCharCode(code)))
const UUID_FORM = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Given the time in milliseconds and ten random bytes, the UUIDv7 that they make (RFC 9562, section 5.7). */
export function uuidV7(milliseconds: number, random: Uint8Array): string {
  const bytes = new Uint8Array(16)
  let rest = milliseconds
  for (let index = 5; index >= 0; index -= 1) {
    bytes[index] = rest % 256
    rest = Math.floor(rest / 256)
  }
  bytes.set(random.subarray(0, 10), 6)
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = Buffer.from(bytes.buffer).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** What the newest uuid of this process was made of: its time, and its number within the millisecond. */
const newest = { milliseconds: 0, counter: 0 }
const COUNTER_END = 0x1000

/**
 * Ascending within a process (RFC 9562, section 6.2, method 1): things that one transaction makes in the same
 * millisecond, events above all, keep their order in every list. The counter starts low enough to have room.
 */
export function newUuid(): string {
  const now = Date.now()
  if (now > newest.milliseconds) {
    newest.milliseconds = now
    newest.counter = randomInt(COUNTER_END / 2)
  } else {
    newest.counter += 1
    if (newest.counter === COUNTER_END) {
      newest.milliseconds += 1
      newest.counter = 0
    }
  }
  const random = randomBytes(10)
  random.writeUInt16BE(newest.counter)
  return uuidV7(newest.milliseconds, random)
}

export function encodeId(prefix: IdPrefix, uuid: string): string {
  if (!UUID_FORM.test(uuid)) throw new Error(`not a uuid: ${uuid}`)
  // 128 bits in groups of five from the right; the first character holds the three that are left. Digit by digit,
  // since a BigInt here was the dearest line of a list of 25 (npm run bench -- api).
  let text = ''
  let bits = 0
  let pending = 2
  for (let index = 0; index < uuid.length; index += 1) {
    const digit = HEX_VALUE[uuid.charCodeAt(index)] ?? -1
    if (digit < 0) continue
    bits = (bits << 4) | digit
    pending += 4
    if (pending < 5) continue
    pending -= 5
    text += ALPHABET[bits >> pending] ?? ''
    bits &= (1 << pending) - 1
  }
  return `${prefix}_${text}`
}

export function newId(prefix: IdPrefix): string {
  return encodeId(prefix, newUuid())
}

/** The uuid inside a wire id; null when the text is not an id of that kind. */
export function decodeId(prefix: IdPrefix, text: string): string | null {
  if (text.length !== prefix.length + 1 + ID_CHARACTERS || !text.startsWith(`${prefix}_`)) return null
  // As in encodeId, groups of five bits become groups of four; of the first group only three are the uuid's.
  let hex = ''
  let bits = 0
  let pending = -2
  for (let index = prefix.length + 1; index < text.length; index += 1) {
    const digit = DIGIT_OF[text.charCodeAt(index)] ?? -1
    if (digit < 0 || (pending === -2 && digit > 7)) return null
    bits = (bits << 5) | digit
    pending += 5
    for (; pending >= 4; bits &= (1 << pending) - 1) {
      pending -= 4
      hex += HEX_DIGITS[bits >> pending] ?? ''
    }
  }
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** The uuid of an id whose form was checked at the edge. */
export function uuidOf(prefix: IdPrefix, id: string): string {
  const uuid = decodeId(prefix, id)
  if (uuid === null) throw new Error(`not a ${prefix} id: ${id}`)
  return uuid
}
