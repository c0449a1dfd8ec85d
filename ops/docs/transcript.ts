/**
 * Runs the commands of transcripts one after the other. Where a page prints `ws_…`, the last id of that kind that a
 * command has printed takes its place, which is what its reader would do.
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { commandsOf } from './findings.ts'

export interface TranscriptOptions {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly timeoutMs: number
}

export interface Ran {
  readonly command: string
  readonly output: string
}

const PLACEHOLDER = /\b([a-z]{2,4})_…/g
const ID = /\b([a-z]{2,4})_[0-9a-z]{26}\b/g

/** The command with ids for its placeholders; throws where none of that kind was seen. */
export function fillIn(command: string, seen: ReadonlyMap<string, string>): string {
  return command.replaceAll(PLACEHOLDER, (whole: string, kind: string) => {
    const id = seen.get(kind)
    if (id === undefined) throw new Error(`no command before '${command}' has printed what ${whole} stands for`)
    return id
  })
}

export async function runTranscripts(transcripts: readonly string[], options: TranscriptOptions): Promise<Ran[]> {
  const seen = new Map<string, string>()
  const ran: Ran[] = []
  for (const line of transcripts.flatMap((transcript) => commandsOf(transcript).split('\n'))) {
    const command = fillIn(line, seen)
    const { stdout } = await promisify(execFile)('bash', ['-c', command], {
      cwd: options.cwd,
      env: options.env,
      timeout: options.timeoutMs,
    })
    for (const [id, kind = ''] of stdout.matchAll(ID)) seen.set(kind, id)
    ran.push({ command, output: stdout })
  }
  return ran
}
