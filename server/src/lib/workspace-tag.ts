/**
 * What a secret says about where it belongs. Every key, handle and session token begins, after its prefix, with eight
 * characters that its workspace gives to all of its secrets. Whoever stands in front of several cells finds the cell by
 * them without asking any store, and a workspace that moves takes all its secrets with it by one changed entry: the tag
 * names the workspace, never the cell. It is no secret itself; the 22 characters after it, 131 bits, are.
 */
import { createHash } from 'node:crypto'

export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 62^8 tags: of a hundred thousand workspaces two share one with a chance of 1 in 40,000. `cells map` would say so. */
export const TAG_CHARACTERS = 8
const SECRET_FORM = new RegExp(`^svc_(?:live|test|embed|handle)_([0-9A-Za-z]{${TAG_CHARACTERS}})`)

/** The tag of a workspace. */
export function tagOf(workspaceUuid: string): string {
  const digest = createHash('sha256').update(`tieout workspace tag ${workspaceUuid}`).digest()
  let rest = digest.readBigUInt64BE()
  let tag = ''
  for (let index = 0; index < TAG_CHARACTERS; index += 1) {
    tag += BASE62[Number(rest % 62n)] ?? ''
    rest /= 62n
  }
  return tag
}

/** The tag that a secret carries; null when the text has not the form of one. */
export function tagOfSecret(secret: string): string | null {
  return SECRET_FORM.exec(secret)?.[1] ?? null
}
