import { Type } from 'typebox'
import { WORKBOOK_KINDS, WORKBOOK_LINK_SECONDS, WORKBOOK_RETRY_SECONDS } from '../../domain/workbook/workbook.ts'
import type { WorkbookKind } from '../../domain/workbook/workbook.ts'
import type { WorkbookLink } from '../../domain/workbook/read-workbook.ts'
import { Closed, DateTime, Id, OneOf } from './common.ts'

const of = { loan_id: Id('loan'), kind: OneOf(WORKBOOK_KINDS) }

export const WorkbookLinkBody = Closed(
  {
    ...of,
    url: Type.String({ description: 'Good for some minutes; every read gives a new one.' }),
    expires_in_seconds: Type.Integer(),
    rendered_at: DateTime,
    stale: Type.Boolean({ description: 'True while a newer one is made because something has changed.' }),
  },
  { title: 'WorkbookLink' },
)

export const WorkbookRenderingBody = Closed(
  { ...of, status: OneOf(['rendering']), retry_after_seconds: Type.Integer() },
  { title: 'WorkbookRendering' },
)

export function workbookToWire(of: { loanId: string; kind: WorkbookKind }, { url, renderedAt, isStale }: WorkbookLink) {
  return {
    loan_id: of.loanId,
    kind: of.kind,
    url,
    expires_in_seconds: WORKBOOK_LINK_SECONDS,
    rendered_at: renderedAt.toISOString(),
    stale: isStale,
  }
}

export function renderingToWire(of: { loanId: string; kind: WorkbookKind }) {
  return {
    loan_id: of.loanId,
    kind: of.kind,
    status: 'rendering' as const,
    retry_after_seconds: WORKBOOK_RETRY_SECONDS,
  }
}
