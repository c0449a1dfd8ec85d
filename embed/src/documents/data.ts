/** What the documents surface asks the service for. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { uploadFile } from '@tieout/sdk'
import type { Document, Job } from '@tieout/sdk'
import { useState } from 'react'
import { useSession } from '../shared/context.ts'
import { wordsOf } from '../shared/Problem.tsx'

const LIVE: ReadonlySet<Job['status']> = new Set(['AWAITING_UPLOAD', 'QUEUED', 'PROCESSING'])
const LIVE_MS = 1_500
const QUIET_MS = 15_000

export const isUnderWay = ({ status }: Job): boolean => LIVE.has(status)

/** The loan's files, asked for often while one of them is under way. */
export function useJobs() {
  const { api, borrowerId, loanId } = useSession()
  return useQuery({
    queryKey: ['jobs'],
    queryFn: async () => {
      const jobs: Job[] = []
      for await (const job of api.listJobs(borrowerId, { loanId, limit: 100 })) jobs.push(job)
      return jobs
    },
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? LIVE_MS : QUIET_MS),
  })
}

/** The documents that a file was cut into; asked again while one of them is being read. */
export function useResults(job: Job) {
  const { api, borrowerId } = useSession()
  return useQuery({
    queryKey: ['results', job.job_id, job.status],
    queryFn: async () => {
      const documents: Document[] = []
      for await (const document of api.listJobResults(borrowerId, job.job_id, { limit: 100 })) documents.push(document)
      return documents
    },
    enabled: job.status === 'COMPLETED' || job.status === 'PROCESSING',
    refetchInterval: ({ state }) =>
      isUnderWay(job) || state.data?.some(({ status }) => status === 'processing') ? LIVE_MS : false,
  })
}

export interface Sending {
  readonly id: string
  readonly name: string
  readonly sent: number
  readonly total: number
  /** Null while it goes on. */
  readonly problem: string | null
}

const TYPES: Readonly<Record<string, Parameters<typeof uploadFile>[1]['contentType']>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xls: 'application/vnd.ms-excel',
  csv: 'text/csv',
}
export const ACCEPTED = Object.keys(TYPES).map((ending) => `.${ending}`)

/** Sends files straight to the object store, each with its own progress and its own fate. */
export function useSending() {
  const { api, loanId } = useSession()
  const queries = useQueryClient()
  const [files, setFiles] = useState<readonly Sending[]>([])
  const update = (id: string, change: Partial<Sending>): void =>
    setFiles((all) => all.map((file) => (file.id === id ? { ...file, ...change } : file)))
  const sendOne = async (file: File): Promise<void> => {
    const id = crypto.randomUUID()
    setFiles((all) => [...all, { id, name: file.name, sent: 0, total: file.size, problem: null }])
    const contentType = TYPES[file.name.split('.').at(-1)?.toLowerCase() ?? '']
    if (!contentType) {
      update(id, { problem: `Files of this kind are not read. Taken are: ${ACCEPTED.join(', ')}.` })
      return
    }
    try {
      await uploadFile(api, {
        loanId,
        fileName: file.name,
        contentType,
        content: file,
        onProgress: (sent, total) => update(id, { sent, total }),
      })
      await queries.invalidateQueries({ queryKey: ['jobs'] })
      setFiles((all) => all.filter((other) => other.id !== id))
    } catch (error) {
      update(id, { problem: wordsOf(error) })
    }
  }
  return {
    files,
    send: (chosen: Iterable<File>): void => [...chosen].forEach((file) => void sendOne(file)),
    dismiss: (id: string): void => setFiles((all) => all.filter((file) => file.id !== id)),
  }
}
