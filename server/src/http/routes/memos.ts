/** Credit memos: what people write about a loan, and the PDF files that are made of it. */
import { Type } from 'typebox'
import { cancelRender } from '../../domain/memos/cancel-render.ts'
import { createMemo } from '../../domain/memos/create-memo.ts'
import { DEFAULT_TITLE } from '../../domain/memos/memo.ts'
import { orderRender } from '../../domain/memos/order-render.ts'
import { listMemos, readMemo, readPdf, readRender } from '../../domain/memos/read-memos.ts'
import { updateMemo } from '../../domain/memos/update-memo.ts'
import { namedId } from '../filters.ts'
import { answerPage } from '../paging.ts'
import { accepted, created, ok, route } from '../route.ts'
import { Closed, ListOf, PageQuery, PathId } from '../schemas/common.ts'
import {
  CreateMemoBody,
  MemoBody,
  MemoPdfBody,
  memoPdfToWire,
  memoToWire,
  OrderRenderBody,
  RenderBody,
  renderToWire,
  UpdateMemoBody,
} from '../schemas/memos.ts'

const reading = { tag: 'Memos', scope: 'memos:read', lane: 'api', subscription: true, feature: 'memos' } as const
const writing = { ...reading, scope: 'memos:write' } as const
const memos = '/api/loans/:loanId/memos'
const renders = `${memos}/:memoId/renders`
const ofLoan = Closed({ loanId: PathId('loan') })
const ofMemo = Closed({ ...ofLoan.properties, memoId: PathId('memo') })
const ofRender = Closed({ ...ofMemo.properties, renderId: PathId('rnd') })

export const memoRoutes = [
  route({
    ...writing,
    method: 'POST',
    path: memos,
    operationId: 'createMemo',
    summary: 'Begin a memo',
    description: 'Commentary is kept by section. Sections without commentary and without figures are not printed.',
    params: ofLoan,
    body: CreateMemoBody,
    bodyMayBeMissing: true,
    answers: { 201: { description: 'The memo.', body: MemoBody } },
    handle: async ({ deps, caller, params: { loanId }, body }) => {
      const text = { title: body.title ?? DEFAULT_TITLE, commentary: body.commentary ?? {} }
      const memo = await createMemo(deps, caller, { loanId, ...text })
      return created(memoToWire({ ...memo, latestRender: null }))
    },
  }),
  route({
    ...reading,
    method: 'GET',
    path: memos,
    operationId: 'listMemos',
    summary: "List a loan's memos, the newest first",
    description: 'Each with the state of the render that was ordered last.',
    params: ofLoan,
    query: Type.Object(PageQuery()),
    answers: { 200: { description: 'One page.', body: ListOf(MemoBody) } },
    problems: ['invalid_cursor'],
    handle: async (context) => {
      const { loanId } = context.params
      return ok(
        await answerPage(
          context,
          { name: 'memos', filters: { loanId } },
          (page) => listMemos(context.deps, context.caller, { loanId, page }),
          memoToWire,
        ),
      )
    },
  }),
  route({
    ...reading,
    method: 'GET',
    path: `${memos}/:memoId`,
    operationId: 'getMemo',
    summary: 'Read a memo',
    params: ofMemo,
    answers: { 200: { description: 'The memo.', body: MemoBody } },
    handle: async ({ deps, caller, params }) => ok(memoToWire(await readMemo(deps, caller, params))),
  }),
  route({
    ...writing,
    method: 'PATCH',
    path: `${memos}/:memoId`,
    operationId: 'updateMemo',
    summary: 'Change the title or the commentary of a memo',
    description: 'Files that were rendered before stay as they are.',
    params: ofMemo,
    body: UpdateMemoBody,
    answers: { 200: { description: 'The memo.', body: MemoBody } },
    problems: ['version_conflict'],
    handle: async ({ deps, caller, params, body: { version, ...change } }) => {
      await updateMemo(deps, caller, { ...params, version, change })
      return ok(memoToWire(await readMemo(deps, caller, params)))
    },
  }),
  route({
    ...writing,
    method: 'POST',
    path: renders,
    operationId: 'renderMemo',
    summary: 'Order the PDF of a memo',
    description:
      'Of the memo and the figures as they stand now; what changes later is in a later render. Refused while nothing ' +
      'has been spread for the loan.',
    params: ofMemo,
    body: OrderRenderBody,
    bodyMayBeMissing: true,
    answers: { 202: { description: 'It is being made.', body: RenderBody } },
    problems: ['conflict'],
    handle: async ({ deps, caller, params, body: { snapshot_id } }) => {
      const snapshotId = snapshot_id === undefined ? null : namedId('snap', snapshot_id)
      const render = await orderRender(deps, caller, { ...params, snapshotId })
      return accepted(renderToWire({ ...render, download: null }))
    },
  }),
  route({
    ...reading,
    method: 'GET',
    path: `${renders}/:renderId`,
    operationId: 'getMemoRender',
    summary: 'Read a render',
    params: ofRender,
    answers: { 200: { description: 'The render, with a fresh link once there is a file.', body: RenderBody } },
    handle: async ({ deps, caller, params }) => ok(renderToWire(await readRender(deps, caller, params))),
  }),
  route({
    ...writing,
    method: 'POST',
    path: `${renders}/:renderId/cancel`,
    operationId: 'cancelMemoRender',
    summary: 'Cancel a render',
    description:
      'One that is queued is cancelled at once, one that is under way ends at its next step. One that is cancelled ' +
      'already is given back as it is.',
    params: ofRender,
    answers: { 200: { description: 'The render.', body: RenderBody } },
    problems: ['render_finished'],
    handle: async ({ deps, caller, params }) => {
      await cancelRender(deps, caller, params)
      return ok(renderToWire(await readRender(deps, caller, params)))
    },
  }),
  route({
    ...reading,
    method: 'GET',
    path: `${memos}/:memoId/pdf`,
    operationId: 'getMemoPdf',
    summary: 'Get a link to the PDF that was rendered last',
    description: '404 until a render has succeeded.',
    params: ofMemo,
    answers: { 200: { description: 'A short-lived link.', body: MemoPdfBody } },
    handle: async ({ deps, caller, params }) => ok(memoPdfToWire(await readPdf(deps, caller, params))),
  }),
]
