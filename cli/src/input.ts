/** What a command reads beside its words: a file, or standard input. */
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { UsageError } from './settings.ts'

/** The JSON of a file; '-' is standard input. */
export async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(file === '-' ? await text(process.stdin) : await readFile(file, 'utf8'))
  } catch (error) {
    throw new UsageError(`${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
