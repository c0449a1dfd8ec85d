/** The objects of a tenant, from one bucket to another, each read back and compared. */
import { createHash } from 'node:crypto'
import type { S3ObjectStore } from '../../../adapters/object-store.ts'

export interface Carried {
  readonly objects: number
  readonly bytes: number
}

async function* hashing(bytes: AsyncIterable<Uint8Array>, hash: ReturnType<typeof createHash>) {
  for await (const chunk of bytes) {
    hash.update(chunk)
    yield chunk
  }
}

async function sha256Of(store: S3ObjectStore, key: string): Promise<string> {
  const hash = createHash('sha256')
  const bytes = await store.read(key)
  if (!bytes) throw new Error(`the object ${key} did not arrive`)
  for await (const chunk of bytes) hash.update(chunk)
  return hash.digest('hex')
}

/**
 * Copies every object under the prefix that the other bucket does not have with the same size. Objects never change
 * once they are written, so one that arrived whole need not be sent again.
 */
export async function carryObjects(from: S3ObjectStore, to: S3ObjectStore, prefix: string): Promise<Carried> {
  const there = new Map<string, number>()
  for await (const { key, sizeBytes } of to.listUnder(prefix)) there.set(key, sizeBytes)
  let [objects, carriedBytes] = [0, 0]
  for await (const { key, sizeBytes } of from.listUnder(prefix)) {
    if (there.get(key) === sizeBytes) continue
    const [type, bytes] = [await from.typeOf(key), await from.read(key)]
    // Somebody's deletion that was under way.
    if (!bytes || type === null) continue
    const hash = createHash('sha256')
    await to.writeStream(key, hashing(bytes, hash), type)
    if ((await sha256Of(to, key)) !== hash.digest('hex')) throw new Error(`the object ${key} arrived changed`)
    objects += 1
    carriedBytes += sizeBytes
  }
  return { objects, bytes: carriedBytes }
}
