/**
 * Who owns a borrower, resolved over all of its documents: people whom papers are about, and whom K-1s name. Pure, so
 * that the answer depends on what the documents say and not on the order in which they came.
 */
import { createHash } from 'node:crypto'
import { foldEntityName } from '../entities/entity-key.ts'

/** One document naming one owner. */
export interface OwnerMention {
  readonly documentId: string
  readonly createdAt: Date
  readonly name: string
  /** As the K-1 states it; null where another paper names the owner or the K-1 states none. */
  readonly sharePercent: string | null
  readonly k1Form: string | null
}

export interface Owner {
  /** Stays the same as long as the name does. */
  readonly id: string
  /** Of the newest document. */
  readonly createdAt: Date
  readonly name: string
  /** Every way in which the name is printed, the newest first. */
  readonly names: readonly string[]
  /** Of the newest K-1 that states it. */
  readonly sharePercent: string | null
  readonly k1Form: string | null
  readonly documentIds: readonly string[]
}

/** Whoever has the newest document comes first. */
export function resolveOwners(mentions: readonly OwnerMention[]): Owner[] {
  const groups = new Map<string, OwnerMention[]>()
  for (const mention of [...mentions].sort(newestFirst)) {
    const key = ownerKey(mention.name)
    const group = groups.get(key) ?? []
    groups.set(key, [...group, mention])
  }
  return [...groups].map(([key, group]) => ownerOf(key, group)).sort(ownersNewestFirst)
}

/** Papers print a person as `Harbor, Cedar X.` and as `Cedar Harbor`: the same words, initials aside. */
function ownerKey(name: string): string {
  const words = foldEntityName(name).split(' ')
  const long = words.filter((word) => word.length > 1)
  return (long.length > 1 ? long : words).sort().join(' ')
}

function ownerOf(key: string, group: readonly OwnerMention[]): Owner {
  const [newest] = group
  if (newest === undefined) throw new Error('an owner has at least one document')
  return {
    id: uuidFrom(key),
    createdAt: newest.createdAt,
    name: newest.name,
    names: [...new Set(group.map((mention) => mention.name))],
    sharePercent: group.find((mention) => mention.sharePercent !== null)?.sharePercent ?? null,
    k1Form: group.find((mention) => mention.k1Form !== null)?.k1Form ?? null,
    documentIds: [...new Set(group.map((mention) => mention.documentId))],
  }
}

function newestFirst(a: OwnerMention, b: OwnerMention): number {
  return b.createdAt.getTime() - a.createdAt.getTime() || compare(b.documentId, a.documentId)
}

function ownersNewestFirst(a: Owner, b: Owner): number {
  return b.createdAt.getTime() - a.createdAt.getTime() || compare(b.id, a.id)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Several owners may stand in one document: what tells them apart in a list is made of the name. */
function uuidFrom(key: string): string {
  const hex = createHash('sha256').update(key).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}
