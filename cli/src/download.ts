/** A file from the service on this machine: it has its name only when all of it is there and is what was made. */
import { createHash } from 'node:crypto'
import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { Transform } from 'node:stream'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Context } from './context.ts'
import { UsageError } from './settings.ts'
import { bytes } from './table.ts'
import { bar } from './terminal.ts'

export interface FileToKeep {
  readonly file: string
  /** Also over a file that is there. */
  readonly force: boolean
  /** 0 where it is not known before. */
  readonly sizeBytes: number
  /** Null where the service does not say. */
  readonly sha256: string | null
}

export async function keepFile(context: Context, wanted: FileToKeep, fetchIt: () => Promise<Response>): Promise<void> {
  const { file } = wanted
  if (existsSync(file) && !wanted.force) throw new UsageError(`${file} is there already; --force replaces it.`)
  const { body, status } = await fetchIt()
  if (!body || status >= 300) throw new UsageError(`${file} could not be fetched: the store answered ${status}.`)
  const partial = `${file}.part`
  try {
    const got = await keep(context, body as unknown as Readable, { partial, total: wanted.sizeBytes })
    if (wanted.sha256 !== null && got.sha256 !== wanted.sha256)
      throw new UsageError('The file did not arrive as it was made: its hash is another. Fetch it again.')
    renameSync(partial, file)
    context.answer({ file, ...got }, `${file}  ${bytes(got.size_bytes)}  sha256 ${got.sha256}`)
  } finally {
    rmSync(partial, { force: true })
  }
}

async function keep(
  context: Context,
  body: Readable,
  { partial, total }: { partial: string; total: number },
): Promise<{ size_bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let size = 0
  const measured = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      size += chunk.length
      context.terminal.progress(`${bar(size, Math.max(size, total))}  ${bytes(size)}`)
      done(null, chunk)
    },
  })
  await pipeline(body, measured, createWriteStream(partial))
  return { size_bytes: size, sha256: hash.digest('hex') }
}
