/** The documents surface: files go in, and what they are, page by page, comes out. */
import { useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
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
  return (
    <main className="surface documents">
      <header className="top">
        <div>
          <h1>{borrower.data?.business_name ?? 'Documents'}</h1>
          <p className="faint">{loan.data?.name ?? ' '}</p>
        </div>
      </header>
      {may('documents:write') && <Drop onFiles={send} />}
      {files.length > 0 && (
        <ul className="sending" aria-label="Files on their way">
          {files.map((file) => (
            <SendingRow key={file.id} file={file} onDismiss={() => dismiss(file.id)} />
          ))}
        </ul>
      )}
      <Problem error={jobs.error} />
      {jobs.data?.length === 0 && files.length === 0 && <p className="empty">This loan has no documents yet.</p>}
      <div className="packages">
        {jobs.data?.map((job) => (
          <Package key={job.job_id} job={job} original={names.get(job.duplicate_of_job_id ?? '') ?? null} />
        ))}
      </div>
    </main>
  )
}

function Drop({ onFiles }: { readonly onFiles: (files: Iterable<File>) => void }) {
  const [isOver, setOver] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  return (
    <div
      className={isOver ? 'drop over' : 'drop'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onFiles(event.dataTransfer.files)
      }}
    >
      <p>
        <strong>Drop files here</strong>
        <span className="faint"> PDF, pictures or spreadsheets, up to 200 MB each</span>
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
