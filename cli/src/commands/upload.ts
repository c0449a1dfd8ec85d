/**
 * `tieout upload`: a file or a folder of files onto a loan, several at a time. What was sent is noted beside the user's
 * other state, so that the same command after an interruption sends the rest; a file that changed is sent again.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, openAsBlob, readFileSync, statSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, dirname, extname, join, relative, resolve } from 'node:path'
import { uploadFile } from '@tieout/sdk'
import type { ConfirmedUpload, PresignUploadBody, Tieout } from '@tieout/sdk'
import { Command } from 'commander'
import type { Context } from '../context.ts'
import { stateFolder, UsageError } from '../settings.ts'
import { bytes } from '../table.ts'
import type { Column } from '../table.ts'
import { bar } from '../terminal.ts'
import type { Terminal } from '../terminal.ts'
import { watchJobs } from './jobs.ts'

const CONTENT_TYPES: Readonly<Record<string, PresignUploadBody['content_type']>> = {
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.tif': 'image/tiff',
  '.tiff': 'image/tiff',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.xls': 'application/vnd.ms-excel',
  '.csv': 'text/csv',
}

/** Enough to keep a line busy; more would only make every single file slower. */
const AT_ONCE = 4

interface LocalFile {
  readonly path: string
  /** Below the folder that was named, for people. */
  readonly name: string
  readonly size: number
  /** Another one after every change of the file. */
  readonly mark: string
}

interface Uploaded {
  readonly file: string
  readonly job_id: string
  readonly status: ConfirmedUpload['status'] | 'already sent'
}

const COLUMNS: readonly Column<Uploaded>[] = [
  { head: 'file', cell: (uploaded) => uploaded.file },
  { head: 'job', cell: (uploaded) => uploaded.job_id },
  { head: '', cell: (uploaded) => uploaded.status.toLowerCase() },
]

export function uploadCommand(context: Context): Command {
  return new Command('upload')
    .description('Send a file, or all files of a folder, to a loan. Repeated, it sends what is new or changed.')
    .argument('<path>')
    .requiredOption('--loan <id>', 'the loan they belong to')
    .option('--watch', 'wait until they are read', false)
    .action(async (path: string, options: { loan: string; watch: boolean }) => {
      const uploaded = await upload(context.terminal, context.tieout(), path, options.loan)
      if (options.watch)
        await watchJobs(context, uploaded.map((one) => one.job_id)) // prettier-ignore
      else context.answerRows(uploaded, COLUMNS)
    })
}

async function upload(terminal: Terminal, tieout: Tieout, path: string, loanId: string): Promise<Uploaded[]> {
  const files = await filesAt(path)
  if (files.length === 0)
    throw new UsageError(`There is nothing to send in ${path}: ${Object.keys(CONTENT_TYPES).join(' ')} are taken.`)
  const notes = new Notes(resolve(path), loanId)
  const results: Uploaded[] = []
  const waiting = files.filter((file) => {
    const jobId = notes.jobOf(file)
    if (jobId !== null) results.push({ file: file.name, job_id: jobId, status: 'already sent' })
    return jobId === null
  })
  const meter = new Meter(terminal, waiting)
  const send = async (): Promise<void> => {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      const confirmed = await sendOne(tieout, file, loanId, meter)
      notes.keep(file, confirmed.job_id)
      results.push({ file: file.name, job_id: confirmed.job_id, status: confirmed.status })
      meter.finished()
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, waiting.length) }, send))
  return results.sort((a, b) => (a.file < b.file ? -1 : 1))
}

async function sendOne(tieout: Tieout, file: LocalFile, loanId: string, meter: Meter): Promise<ConfirmedUpload> {
  const contentType = CONTENT_TYPES[extname(file.path).toLowerCase()]
  if (contentType === undefined) throw new Error('a file without a type was chosen')
  return uploadFile(tieout, {
    loanId,
    fileName: basename(file.path),
    contentType,
    content: await openAsBlob(file.path),
    onProgress: (sent) => meter.moved(file, sent),
  })
}

async function filesAt(path: string): Promise<LocalFile[]> {
  const root = statSync(path, { throwIfNoEntry: false })
  if (!root) throw new UsageError(`${path} is not there.`)
  const paths = root.isDirectory()
    ? (await readdir(path, { recursive: true })).map((name) => join(path, name)).sort()
    : [path]
  return paths
    .filter((one) => CONTENT_TYPES[extname(one).toLowerCase()] !== undefined)
    .map((one) => ({ one, found: statSync(one) }))
    .filter(({ found }) => found.isFile())
    .map(({ one, found }) => ({
      path: one,
      name: root.isDirectory() ? relative(path, one) : basename(one),
      size: found.size,
      mark: `${found.size} ${found.mtimeMs}`,
    }))
}

interface Note {
  readonly mark: string
  readonly job: string
}

/** What was sent to which job, kept after every file. */
class Notes {
  readonly #file: string
  readonly #sent: Record<string, Note>

  constructor(root: string, loanId: string) {
    const name = createHash('sha256').update(`${loanId} ${root}`).digest('hex').slice(0, 24)
    this.#file = join(stateFolder(process.env), 'uploads', `${name}.json`)
    try {
      this.#sent = JSON.parse(readFileSync(this.#file, 'utf8')) as Record<string, Note>
    } catch {
      // Nothing noted, or nothing readable: sending a file again is safe, the service knows its bytes.
      this.#sent = {}
    }
  }

  jobOf(file: LocalFile): string | null {
    const note = this.#sent[file.name]
    return note?.mark === file.mark ? note.job : null
  }

  keep(file: LocalFile, job: string): void {
    this.#sent[file.name] = { mark: file.mark, job }
    mkdirSync(dirname(this.#file), { recursive: true })
    writeFileSync(this.#file, JSON.stringify(this.#sent))
  }
}

class Meter {
  readonly #terminal: Terminal
  readonly #total: { files: number; bytes: number }
  readonly #sent = new Map<string, number>()
  #finished = 0

  constructor(terminal: Terminal, files: readonly LocalFile[]) {
    this.#terminal = terminal
    this.#total = { files: files.length, bytes: files.reduce((sum, file) => sum + file.size, 0) }
  }

  moved(file: LocalFile, sent: number): void {
    this.#sent.set(file.path, sent)
    this.#show()
  }

  finished(): void {
    this.#finished += 1
    this.#show()
  }

  #show(): void {
    const sent = [...this.#sent.values()].reduce((sum, one) => sum + one, 0)
    const of = `${bytes(sent)} of ${bytes(this.#total.bytes)}`
    this.#terminal.progress(`${bar(sent, this.#total.bytes)}  ${of}, ${this.#finished} of ${this.#total.files} files`)
  }
}
