/** One uploaded file: where it is on its way, and the documents that it was cut into. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Document, Job } from '@tieout/sdk'
import { useState } from 'react'
import { useSession } from '../shared/context.ts'
import { Dialog, Question } from '../shared/Dialog.tsx'
import { size } from '../shared/figures.ts'
import { PageView } from '../shared/PageView.tsx'
import { Problem } from '../shared/Problem.tsx'
import { isUnderWay, useResults } from './data.ts'

const STATE: Readonly<Record<Job['status'], readonly [words: string, tone: string]>> = {
  AWAITING_UPLOAD: ['Waiting for the file', ''],
  QUEUED: ['Waiting for its turn', ''],
  PROCESSING: ['Being read', 'warn'],
  COMPLETED: ['Read', 'good'],
  FAILED: ['Not read', 'bad'],
  DUPLICATE: ['Already here', ''],
  EXPIRED: ['Never arrived', 'bad'],
}

/** What a person can do about each way in which a file cannot be read. */
const REMEDY: Readonly<Record<NonNullable<Job['error']>['code'], string>> = {
  unreadable: 'The file is damaged. Ask for it again, or print it to a new PDF.',
  encrypted: 'The file is locked with a password. Ask for one without, or save it unlocked.',
  empty: 'The file has no pages.',
  too_many_pages: 'The file has more than 3,000 pages. Send it in parts.',
  type_mismatch: 'The file is not what its name says. Save it again in its own format.',
  timed_out: 'Reading took too long. Send it once more; if that fails, in parts.',
  unsupported: 'Files of this kind are not read. Send a PDF, a picture or a spreadsheet.',
}

/** Thumbnails that a document shows before it says how many more there are. */
const SHOWN_PAGES = 6

export function Package({ job, original }: { readonly job: Job; readonly original: string | null }) {
  const results = useResults(job)
  const [words, tone] = STATE[job.status]
  const { pages_done: done, pages_total: total } = job.progress
  return (
    <section className="package" aria-label={job.file_name}>
      <header>
        <h2 className="words">{job.file_name}</h2>
        <span className="faint">{size(job.size_bytes)}</span>
        <span className={`badge ${tone}`} role="status">
          {words}
        </span>
      </header>
      {isUnderWay(job) && total !== null && (
        <div className="way">
          <progress value={done} max={total} aria-label={`Pages read of ${job.file_name}`} />
          <span className="faint amount">
            {done} of {total} {total === 1 ? 'page' : 'pages'}
          </span>
        </div>
      )}
      {job.status === 'DUPLICATE' && (
        <p className="note">
          The same file is in this loan already{original === null ? '' : `, as ${original}`}. Nothing was read again.
        </p>
      )}
      {job.error && <p className="problem">{REMEDY[job.error.code]}</p>}
      <Problem error={results.error} />
      {results.data && results.data.length > 0 && (
        <ul className="cut">
          {results.data.map((document) => (
            <DocumentRow key={document.id} document={document} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** How the checks of a document went, in words and a tone. */
function proofWords({ state, passed, failed }: NonNullable<Document['proof']>): readonly [string, string] {
  const count = `${passed} of ${passed + failed} checks hold`
  if (state === 'failed') return [`Does not add up: ${count}`, 'bad']
  if (state === 'proved') return [`Proved: ${count}`, 'good']
  return passed === 0 ? ['Nothing to prove', ''] : [`Proved in part: ${count}`, 'good']
}

function DocumentRow({ document }: { readonly document: Document }) {
  const { may } = useSession()
  const [asking, setAsking] = useState(false)
  const { proof, classification } = document
  const [words, tone] = proof ? proofWords(proof) : ['', '']
  return (
    <li className="document">
      <div className="facts">
        <h3>
          {document.category}
          {document.entity_name !== null && <span className="faint"> · {document.entity_name}</span>}
        </h3>
        <p className="faint">
          {pagesName(document.pages)}
          {document.assurance_level !== null && ` · ${document.assurance_level.replaceAll('_', ' ')}`}
        </p>
        <p className="badges">
          {document.status === 'processing' && <span className="badge warn">being read</span>}
          {document.status === 'failed' && <span className="badge bad">could not be read</span>}
          {proof && <span className={`badge ${tone}`}>{words}</span>}
        </p>
        {classification && <Evidence classification={classification} proof={proof} />}
      </div>
      <div className="thumbs">
        {document.pages.slice(0, SHOWN_PAGES).map((page) => (
          <Thumb key={page} document={document} page={page} />
        ))}
        {document.pages.length > SHOWN_PAGES && (
          <span className="faint">and {document.pages.length - SHOWN_PAGES} more</span>
        )}
      </div>
      {may('extractions:write') && (
        <button type="button" onClick={() => setAsking(true)}>
          Not this?
        </button>
      )}
      {asking && <Reclassify document={document} onClose={() => setAsking(false)} />}
    </li>
  )
}

type Evidence = Pick<Document, 'proof'> & { readonly classification: NonNullable<Document['classification']> }

/** What the class was told by, as printed, and how its checks went. */
function Evidence({ classification, proof }: Evidence) {
  const [first, ...others] = classification.evidence
  return (
    <details className="why">
      <summary>
        {first ? (
          <>
            Told by <span className="printed">“{first.text}”</span> on page {first.page}
          </>
        ) : (
          'Nothing on its pages tells what it is'
        )}
      </summary>
      <ul>
        {others.length > 0 && <li>Also by {others.map(({ text }) => `“${text}”`).join(', ')}</li>}
        <li>Certain to {Math.floor(100 * classification.confidence)} %</li>
        {proof && (
          <li>
            Checks: {proof.passed} hold, {proof.failed} fail, {proof.not_proved} had nothing to test
          </li>
        )}
      </ul>
    </details>
  )
}

function pagesName(pages: readonly number[]): string {
  const [first, last] = [pages[0], pages.at(-1)]
  return pages.length === 1 ? `Page ${first ?? ''}` : `Pages ${first ?? ''}–${last ?? ''}`
}

const AGAIN_MS = 1_500

function Thumb({
  document: { id: documentId, file_name: fileName },
  page,
}: {
  readonly document: Document
  readonly page: number
}) {
  const { api, borrowerId } = useSession()
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery({
    queryKey: ['page', documentId, page],
    queryFn: () => api.getDocumentPage(borrowerId, documentId, String(page)),
    refetchInterval: ({ state }) => (state.data?.image.state === 'drawing' ? AGAIN_MS : false),
    staleTime: 4 * 60_000,
  })
  return (
    <>
      <button
        type="button"
        className="thumb"
        aria-label={`Page ${page} of ${fileName}`}
        onClick={() => setOpen(true)}
        disabled={!data}
      >
        {data?.image.url ? <img src={data.image.url} alt="" /> : <span className="faint">{page}</span>}
      </button>
      {isOpen && data && (
        <Dialog
          title={`Page ${page} of ${fileName}`}
          onClose={() => setOpen(false)}
          isWide
          actions={
            <button type="button" onClick={() => setOpen(false)}>
              Close
            </button>
          }
        >
          <PageView page={data} lit={NOTHING_LIT} />
        </Dialog>
      )}
    </>
  )
}

const NOTHING_LIT: never[] = []

const CATEGORIES: readonly Document['category'][] = [
  'Profit Loss Statement',
  'Balance Sheet',
  'Cash Flow Statement',
  'Bank Statement',
  'Tax Return',
  'Personal Financial Statement',
  'Debt Schedule',
  'AR Aging',
  'AP Aging',
  'Other',
]

function Reclassify({ document, onClose }: { readonly document: Document; readonly onClose: () => void }) {
  const { api, borrowerId } = useSession()
  const queries = useQueryClient()
  const [category, setCategory] = useState(document.category)
  const correct = useMutation({
    mutationFn: () => api.correctDocument(borrowerId, document.id, { category }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['results'] })
      onClose()
    },
  })
  return (
    <Question
      title="What is this document?"
      onClose={onClose}
      answer="Read it as this"
      isReady={category !== document.category && !correct.isPending}
      onAnswer={() => correct.mutate()}
    >
      <p>
        {pagesName(document.pages)} of {document.file_name} will be read again as what you say. What was read before
        stays on record.
      </p>
      <label className="field">
        Kind
        <select value={category} onChange={(event) => setCategory(event.target.value as Document['category'])}>
          {CATEGORIES.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <Problem error={correct.error} />
    </Question>
  )
}
