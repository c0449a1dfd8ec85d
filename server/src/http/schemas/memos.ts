import { Type } from 'typebox'
import {
  MAX_COMMENTARY,
  MEMO_SECTIONS,
  PDF_LINK_SECONDS,
  pdfName,
  RENDER_ERRORS,
  RENDER_STATUSES,
  RENDER_STEPS,
} from '../../domain/memos/memo.ts'
import type { MemoRender, MemoSectionKey, RenderErrorCode } from '../../domain/memos/memo.ts'
import type { LatestPdf, ShownMemo, ShownRender } from '../../domain/memos/read-memos.ts'
import { Closed, DateTime, Id, Nullable, OneOf, ReadVersion, Text, Version } from './common.ts'

const Title = Text(200, { description: 'Credit memo when left out.' })
const Words = {
  maxLength: MAX_COMMENTARY,
  description: 'Plain text. An empty line begins a paragraph, a dash an item.',
}

function bySection<T>(schema: (key: MemoSectionKey) => T): Record<MemoSectionKey, T> {
  return Object.fromEntries(MEMO_SECTIONS.map((key) => [key, schema(key)])) as Record<MemoSectionKey, T>
}

export const CreateMemoBody = Closed({
  title: Type.Optional(Title),
  commentary: Type.Optional(Closed(bySection(() => Type.Optional(Type.String({ minLength: 1, ...Words }))))),
})

export const UpdateMemoBody = Closed({
  version: ReadVersion,
  title: Type.Optional(Title),
  commentary: Type.Optional(
    Closed(
      bySection(() => Type.Optional(Nullable(Type.String({ minLength: 1, ...Words })))),
      {
        description: 'Only the sections that change; null takes one away.',
      },
    ),
  ),
})

export const OrderRenderBody = Closed({
  snapshot_id: Type.Optional(
    Text(64, {
      description: 'The figures to print. Left out: the final snapshot, or the machine’s where none is final.',
    }),
  ),
})

const RenderStateBody = Closed({
  render_id: Id('rnd'),
  status: OneOf(RENDER_STATUSES),
  memo_version: Version,
  created_at: DateTime,
  finished_at: Nullable(DateTime),
})

export const MemoBody = Closed(
  {
    memo_id: Id('memo'),
    loan_id: Id('loan'),
    title: Type.String(),
    commentary: Closed(bySection(() => Nullable(Type.String()))),
    version: Version,
    latest_render: Nullable(RenderStateBody),
    created_at: DateTime,
    updated_at: DateTime,
  },
  { title: 'Memo' },
)

const Link = Type.String({ description: 'A path of this interface.' })

export const RenderBody = Closed(
  {
    render_id: Id('rnd'),
    memo_id: Id('memo'),
    loan_id: Id('loan'),
    snapshot_id: Id('snap'),
    memo_version: Version,
    status: OneOf(RENDER_STATUSES),
    progress: Closed({ done: Type.Integer(), total: Type.Integer() }, { description: 'In steps: composed, printed.' }),
    file: Nullable(
      Closed({
        name: Type.String(),
        size_bytes: Type.Integer(),
        sha256: Type.String({ description: 'Of the file, in lower-case hex.' }),
      }),
    ),
    download_url: Nullable(Type.String({ description: 'Good for some minutes; every read gives a new one.' })),
    download_expires_at: Nullable(DateTime),
    error: Nullable(Closed({ code: OneOf(Object.keys(RENDER_ERRORS)), message: Type.String() })),
    links: Closed({ self: Link, memo: Link, pdf: Link, cancel: Link }),
    created_at: DateTime,
    started_at: Nullable(DateTime),
    finished_at: Nullable(DateTime),
    updated_at: DateTime,
  },
  { title: 'MemoRender' },
)

export const MemoPdfBody = Closed(
  {
    memo_id: Id('memo'),
    loan_id: Id('loan'),
    render_id: Id('rnd'),
    snapshot_id: Id('snap'),
    url: Type.String({ description: 'Good for some minutes; every read gives a new one.' }),
    expires_in_seconds: Type.Integer(),
    rendered_at: DateTime,
    stale: Type.Boolean({ description: 'True when the memo or the figures in force have changed since.' }),
    size_bytes: Type.Integer(),
    sha256: Type.String(),
  },
  { title: 'MemoPdf' },
)

export function memoToWire(memo: ShownMemo) {
  const { latestRender: latest } = memo
  return {
    memo_id: memo.id,
    loan_id: memo.loanId,
    title: memo.title,
    commentary: bySection((key) => memo.commentary[key] ?? null),
    version: memo.version,
    latest_render: latest && {
      render_id: latest.id,
      status: latest.status,
      memo_version: latest.memoVersion,
      created_at: latest.createdAt.toISOString(),
      finished_at: latest.finishedAt?.toISOString() ?? null,
    },
    created_at: memo.createdAt.toISOString(),
    updated_at: memo.updatedAt.toISOString(),
  }
}

export function renderToWire(render: ShownRender) {
  const memo = `/api/loans/${render.loanId}/memos/${render.memoId}`
  const self = `${memo}/renders/${render.id}`
  const { errorCode } = render
  return {
    render_id: render.id,
    memo_id: render.memoId,
    loan_id: render.loanId,
    snapshot_id: render.snapshotId,
    memo_version: render.memoVersion,
    status: render.status,
    progress: { done: stepsDone(render), total: RENDER_STEPS },
    file: render.pdf && {
      name: pdfName(render),
      size_bytes: render.pdf.sizeBytes,
      sha256: render.pdf.sha256.toString('hex'),
    },
    download_url: render.download?.url ?? null,
    download_expires_at: render.download?.expiresAt.toISOString() ?? null,
    error: errorCode === null ? null : { code: errorCode, message: RENDER_ERRORS[errorCode as RenderErrorCode] },
    links: { self, memo, pdf: `${memo}/pdf`, cancel: `${self}/cancel` },
    created_at: render.createdAt.toISOString(),
    started_at: render.startedAt?.toISOString() ?? null,
    finished_at: render.finishedAt?.toISOString() ?? null,
    updated_at: render.updatedAt.toISOString(),
  }
}

function stepsDone({ pdf, isComposed }: MemoRender): number {
  if (pdf !== null) return RENDER_STEPS
  return isComposed ? 1 : 0
}

export function memoPdfToWire({ render, url, isStale }: LatestPdf) {
  return {
    memo_id: render.memoId,
    loan_id: render.loanId,
    render_id: render.id,
    snapshot_id: render.snapshotId,
    url,
    expires_in_seconds: PDF_LINK_SECONDS,
    rendered_at: (render.finishedAt ?? render.updatedAt).toISOString(),
    stale: isStale,
    size_bytes: render.pdf?.sizeBytes ?? 0,
    sha256: render.pdf?.sha256.toString('hex') ?? '',
  }
}
