/**
 * The reader's own code, compiled once for all children of a pool: of the 310 ms of processor time that a child takes
 * to start, 200 are the stripping of types and the compiling of modules (measured). A child that starts with what an
 * earlier one wrote would trust it, so none that opens a document may write it: a run without a document fills the
 * folder, and children see it through a mount that can't be written to.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Isolation } from './isolation.ts'
import { readerProgram } from './reader-program.ts'

const FILLING_SECONDS = 60

/** The folder, or null where children could write to it, or it could not be filled: they start all the same. */
export async function compileReader(isolation: Isolation): Promise<string | null> {
  if (isolation.level !== 'namespaces') return null
  const folder = await mkdtemp(join(tmpdir(), 'tieout-reader-code-')).catch(() => null)
  return folder !== null && (await fill(folder)) ? folder : null
}

async function fill(folder: string): Promise<boolean> {
  const { argv, env } = readerProgram(FILLING_SECONDS, folder)
  const [command, ...args] = argv
  // It finds its input at an end, so that it loads everything, opens nothing and leaves.
  const filler = spawn(command ?? process.execPath, args, { env, stdio: 'ignore', timeout: FILLING_SECONDS * 1000 })
  const filled = await once(filler, 'exit').then(
    ([code]) => code === 0,
    () => false,
  )
  if (!filled) await forgetCompiled(folder)
  return filled
}

export async function forgetCompiled(folder: string | null): Promise<void> {
  if (folder !== null) await rm(folder, { recursive: true, force: true })
}
