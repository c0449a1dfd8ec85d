/** The documents surface: files go in, and what they are, page by page, comes out. */
import { useRef, useState } from 'react'
import type { DragEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Job } from '@tieout/sdk'
import { useSession } from '../shared/context.ts'
import { size } from '../shared/figures.ts'
import { Problem } from '../shared/Problem.tsx'
import { ACCEPTED, useJobs, useSending } from './data.ts'
import type { Sending } from './data.ts'
import { Package } from './Package.tsx'

export default function Documents() {
  const { api, borrowerId, loanId, may } = useSession()
  const borrower = useQuery({ queryKey: ['borrower'], queryFn: () => api.getBorrower(borrowerId) })
  const loan = useQuery({ queryKey: ['loan'], queryFn: () => api.getLoan(loanId) })
  const jobs = useJobs()
  const { files, send, dismiss } = useSending()
  const names = new Map(jobs.data?.map(({ job_id: id, file_name: name }) => [id, name]))
  // A file that is being sent from here is shown with its progress, and not as one that is waited for too.
  const sending = new Set(files.map(({ name }) => name))
  const isNotOnItsWay = ({ status, file_name: name }: Job): boolean =>
    status !== 'AWAITING_UPLOAD' || !sending.has(name)
  const isOpen = may('documents:write')
  const { isOver, ...drop } = useDrop(isOpen, send)
  return (
    <main className="surface documents" {...drop}>
      <header className="top">
        <div>
          <h1>{borrower.data?.business_name ?? 'Documents'}</h1>
          <p className="faint">{loan.data?.name ?? ' '}</p>
        </div>
      </header>
      {isOpen && <Drop isOver={isOver} onFiles={send} />}
      {files.length > 0 && (
        <ul className="sending" aria-label="Files on their way">
          {files.map((file) => (
            <SendingRow key={file.id} file={file} onDismiss={() => dismiss(file.id)} />
          ))}
        </ul>
      )}
      <Problem error={jobs.error} />
      {jobs.isPending && <p className="waiting">Opening the documents…</p>}
      {jobs.data?.length === 0 && files.length === 0 && (
        <div className="empty">
          <h2>No documents yet</h2>
          <p>
            Statements, tax returns, bank statements: in any order, several in one file too. Each is found and read.
          </p>
        </div>
      )}
      <div className="packages">
        {jobs.data?.filter(isNotOnItsWay).map((job) => (
          <Package key={job.job_id} job={job} original={names.get(job.duplicate_of_job_id ?? '') ?? null} />
        ))}
      </div>
    </main>
  )
}

/**
 * Takes files that are dropped anywhere in the surface: one that misses a marked place would make the browser leave the
 * page for the file.
 */
function useDrop(isOpen: boolean, onFiles: (files: Iterable<File>) => void) {
  const [isOver, setOver] = useState(false)
  return {
    isOver,
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      if (!isOpen) event.dataTransfer.dropEffect = 'none'
      else setOver(event.dataTransfer.types.includes('Files'))
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      // Passing from one part of the surface to the next is not leaving it.
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      if (isOpen) onFiles(event.dataTransfer.files)
    },
  }
}

function Drop({ isOver, onFiles }: { readonly isOver: boolean; readonly onFiles: (files: Iterable<File>) => void }) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <div className={isOver ? 'drop over' : 'drop'}>
      <p className="invitation">
        <strong>{isOver ? 'Let go to send' : 'Drop files here'}</strong>
        <span className="faint">PDF, pictures or spreadsheets, up to 200 MB each</span>
      </p>
      <button type="button" className="primary" onClick={() => field.current?.click()}>
        Choose files…
      </button>
      <input
        ref={field}
        type="file"
        multiple
        accept={ACCEPTED.join(',')}
        className="hidden"
        aria-label="Files"
        tabIndex={-1}
        onChange={({ target }) => {
          onFiles(target.files ?? [])
          target.value = ''
        }}
      />
    </div>
  )
}

function SendingRow({ file, onDismiss }: { readonly file: Sending; readonly onDismiss: () => void }) {
  return (
    <li>
      <span className="words">{file.name}</span>
      {file.problem === null ? (
        <>
          <progress value={file.sent} max={file.total} aria-label={`Sending ${file.name}`} />
          <span className="faint amount">
            {size(file.sent)} of {size(file.total)}
          </span>
        </>
      ) : (
        <>
          <span role="alert" className="problem">
            {file.problem}
          </span>
          <button type="button" aria-label={`Dismiss ${file.name}`} onClick={onDismiss}>
            ✕
          </button>
        </>
      )}
    </li>
  )
}
