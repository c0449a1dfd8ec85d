/** A cell as the operator's commands see it: its settings, its database as the owner sees it, its bucket. */
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import type { S3ObjectStore } from '../../../adapters/object-store.ts'
import type { KeyRing } from '../../../lib/key-ring.ts'
import { Db } from '../../../store/db.ts'
import { parseConfig } from '../../config.ts'
import type { Config } from '../../config.ts'
import { objectStoreOf } from '../../stores.ts'
import { keyRingOf } from '../../webhooks.ts'

export interface Cell {
  readonly name: string
  readonly db: Db
  readonly objects: S3ObjectStore
  readonly keyRing: KeyRing
}

const NAME_FORM = /^[a-z0-9][a-z0-9-]{0,30}$/

/** Given the file of all cells, a name and a file of settings for each, their settings by name. */
export function readCells(path: string): Map<string, Config> {
  const named = Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>)
  return new Map(
    named.map(([name, file]): [string, Config] => {
      if (!NAME_FORM.test(name) || typeof file !== 'string')
        throw new Error(`${path} takes names of cells, each with its file of settings: {"a": "a.env"}.`)
      return [name, parseConfig(parseEnv(readFileSync(resolve(dirname(path), file), 'utf8')))]
    }),
  )
}

export function openCell(name: string, config: Config): Cell & { close(): Promise<void> } {
  const url = config.TIEOUT_DATABASE_OWNER_URL
  if (url === undefined)
    throw new Error(`TIEOUT_DATABASE_OWNER_URL of cell ${name} is not set: rows move as the owner.`)
  const db = new Db({ url, poolSize: 2, wholeTenants: true })
  const objects = objectStoreOf(config)
  return {
    name,
    db,
    objects,
    keyRing: keyRingOf(config),
    close: async () => {
      objects.close()
      await db.close()
    },
  }
}

/** Opens the named cells, or all of them, for the time of some work. */
export async function withCells<T>(
  configs: ReadonlyMap<string, Config>,
  names: readonly string[],
  work: (cells: readonly Cell[]) => Promise<T>,
): Promise<T> {
  const cells = names.map((name) => {
    const config = configs.get(name)
    if (!config) throw new Error(`There is no cell ${name}. Known: ${[...configs.keys()].join(', ')}.`)
    return openCell(name, config)
  })
  try {
    return await work(cells)
  } finally {
    for (const cell of cells) await cell.close()
  }
}
