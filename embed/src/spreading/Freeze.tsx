/** Freezing the figures, and working on them again. Before either, what it will do is shown. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '@tieout/sdk'
import type { AttributeSnapshot } from '@tieout/sdk'
import { useHost, useSession } from '../shared/context.ts'
import { Question } from '../shared/Dialog.tsx'
import { periodName, printed } from '../shared/figures.ts'
import { Problem } from '../shared/Problem.tsx'
import { nameOf } from './Trends.tsx'

/** What is said of each period before it is frozen. */
const HEADLINES = ['revenue', 'ebitda', 'ebitda_normalized', 'net_income']

export function Finalize({ onClose }: { readonly onClose: () => void }) {
  const { api, loanId } = useSession()
  const host = useHost()
  const queries = useQueryClient()
  // The service computes what would be frozen: a draft with the work of the last one, on the documents as they are now.
  const draft = useQuery({
    queryKey: ['freeze-preview'],
    gcTime: 0,
    queryFn: async () => {
      const last = await api.getLoanAttributes(loanId, { status: 'draft' }).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      })
      const { given = [], note = null, affiliates } = last?.manifest.analyst ?? {}
      return api.saveLoanAttributesDraft(loanId, {
        version: last?.version ?? 0,
        given,
        note,
        ...(affiliates && { affiliates }),
      })
    },
  })
  const freeze = useMutation({
    mutationFn: (seen: AttributeSnapshot) => api.finalizeLoanAttributes(loanId, { snapshot_id: seen.snapshot_id }),
    onSuccess: async (final) => {
      host.say({ type: 'finalized', snapshot_id: final.snapshot_id, version: final.version })
      await queries.invalidateQueries({ queryKey: ['spread'] })
      onClose()
    },
    onError: () => queries.invalidateQueries({ queryKey: ['freeze-preview'] }),
  })
  const seen = draft.data
  return (
    <Question
      title="Finalize the spread"
      onClose={onClose}
      answer="Freeze these figures"
      isReady={seen !== undefined && !freeze.isPending}
      onAnswer={() => seen && freeze.mutate(seen)}
    >
      {!seen && !draft.error && <p className="waiting">Computing what will be frozen…</p>}
      {seen && <WhatFreezes snapshot={seen} />}
      <Problem error={draft.error ?? freeze.error} />
    </Question>
  )
}

function WhatFreezes({ snapshot }: { readonly snapshot: AttributeSnapshot }) {
  const { payload, manifest } = snapshot
  const unfooted = manifest.documents.filter(
    ({ mapping_state: state }) => state === 'unfooted' || state === 'unmappable',
  )
  return (
    <>
      <p>
        {manifest.documents.length === 1 ? 'One document' : `${manifest.documents.length} documents`} and{' '}
        {manifest.addbacks_version === 0 ? 'no addbacks' : `version ${manifest.addbacks_version} of the addbacks`} will
        stand behind these figures. They stay as they are until the spread is reopened and finalized again.
      </p>
      {unfooted.length > 0 && (
        <p className="problem">
          {unfooted.length} of the statements {unfooted.length === 1 ? 'does' : 'do'} not foot. Their figures are frozen
          as printed.
        </p>
      )}
      {payload.entities
        .filter(({ periods }) => periods.length > 0)
        .map((entity) => (
          <table key={entity.entity_key}>
            <caption>{entity.name}</caption>
            <thead>
              <tr>
                <th scope="col">Figure</th>
                {entity.periods.map((period) => (
                  <th scope="col" key={period.period_id}>
                    {periodName(period)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {HEADLINES.map((key) => (
                <tr key={key}>
                  <th scope="row">{nameOf(key)}</th>
                  {entity.periods.map((period) => (
                    <td key={period.period_id}>
                      {printed(period.attributes.find((found) => found.key === key)?.value)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        ))}
    </>
  )
}

export function Reopen({ onClose }: { readonly onClose: () => void }) {
  const { api, loanId } = useSession()
  const host = useHost()
  const queries = useQueryClient()
  const reopen = useMutation({
    mutationFn: () => api.reopenLoanAttributes(loanId),
    onSuccess: async (final) => {
      host.say({ type: 'reopened', snapshot_id: final.snapshot_id })
      await queries.invalidateQueries({ queryKey: ['spread'] })
      onClose()
    },
  })
  return (
    <Question
      title="Work on the spread again"
      onClose={onClose}
      answer="Reopen"
      isReady={!reopen.isPending}
      onAnswer={() => reopen.mutate()}
    >
      <p>
        The frozen figures stay in force, here and for every system that reads them, until the spread is finalized
        again.
      </p>
      <Problem error={reopen.error} />
    </Question>
  )
}
