/** Gives an unmapped caption its account: choose, see what would change, then save the rule for the workspace. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { MappingPreview } from '@tieout/sdk'
import { useState } from 'react'
import { useSession } from '../shared/context.ts'
import { Question } from '../shared/Dialog.tsx'
import { printed } from '../shared/figures.ts'
import { Problem } from '../shared/Problem.tsx'
import { lineIn } from './rows.ts'
import type { Column, Row } from './rows.ts'

const SHOWN_ACCOUNTS = 60

export function PlaceCaption({
  row,
  column,
  onClose,
}: {
  readonly row: Row
  readonly column: Column
  readonly onClose: () => void
}) {
  const { api, borrowerId, may } = useSession()
  const queries = useQueryClient()
  const [search, setSearch] = useState('')
  const [accountId, setAccountId] = useState<string | null>(null)
  const chart = useQuery({ queryKey: ['chart'], queryFn: () => api.getChartOfAccounts() })
  const documentId = column.mapping.document_id
  const lineKey = row.lineKeys.get(column.mapping.mapping_id) ?? ''
  const caption = lineIn(column.payload, lineKey)?.label ?? row.label
  const rules = () => [
    ...(chart.data?.rules ?? []),
    { match: 'exact' as const, caption, section: null, account_id: accountId ?? '' },
  ]
  const preview = useQuery({
    queryKey: ['preview', documentId, caption, accountId, chart.data?.rules_version],
    enabled: accountId !== null && chart.data !== undefined,
    queryFn: () => api.previewStatementMapping(borrowerId, documentId, { rules: rules() }),
  })
  const save = useMutation({
    mutationFn: () => api.saveCaptionRules({ version: chart.data?.rules_version ?? 0, rules: rules() }),
    onError: () => queries.invalidateQueries({ queryKey: ['chart'] }),
    onSuccess: async () => {
      await Promise.all(['chart', 'snapshot', 'proof'].map((name) => queries.invalidateQueries({ queryKey: [name] })))
      onClose()
    },
  })
  const accounts = (chart.data?.accounts ?? []).filter(
    ({ in_force: inForce, label }) => inForce && label.toLowerCase().includes(search.trim().toLowerCase()),
  )
  const label = (key: string | null): string =>
    key === null ? 'nowhere' : (chart.data?.accounts.find(({ id }) => id === key)?.label ?? key)
  return (
    <Question
      title={`Place “${caption}”`}
      onClose={onClose}
      isWide
      answer="Save the rule"
      isReady={preview.data !== undefined && !save.isPending && may('chart:write')}
      onAnswer={() => save.mutate()}
    >
      <p>Every statement of the workspace that prints this caption will follow the rule.</p>
      {!may('chart:write') && (
        <p className="note">
          You can look at what a rule would change. To save it, the session would need the scope chart:write.
        </p>
      )}
      <div className="two">
        <div>
          <label>
            Account
            <input
              type="search"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
              placeholder="Search accounts"
              autoFocus
            />
          </label>
          <ul className="choices" aria-label="Accounts">
            {accounts.slice(0, SHOWN_ACCOUNTS).map(({ id, label: name, section }) => (
              <li key={id}>
                <button type="button" aria-pressed={id === accountId} onClick={() => setAccountId(id)}>
                  <span className="words">{name}</span>
                  <span className="faint">{section?.replaceAll('_', ' ') ?? ''}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
        <section aria-label="What would change" aria-live="polite">
          <h3>What would change</h3>
          {accountId === null && <p className="faint">Choose an account.</p>}
          {preview.isFetching && <p className="waiting">Mapping the statement…</p>}
          {preview.data && <Changes preview={preview.data} label={label} />}
        </section>
      </div>
      <Problem error={chart.error ?? preview.error ?? save.error} />
    </Question>
  )
}

function Changes({
  preview,
  label,
}: {
  readonly preview: MappingPreview
  readonly label: (key: string | null) => string
}) {
  const state = { mapped: 'The statement foots.', unfooted: 'The statement would not foot.' }
  return (
    <>
      <p className={preview.mapping_state === 'unfooted' ? 'problem' : ''}>
        {preview.mapping_state === null ? 'The statement could not be mapped.' : state[preview.mapping_state]}
      </p>
      {preview.lines.length === 0 && <p>No line would move.</p>}
      <ul className="changes">
        {preview.lines.map((line) => (
          <li key={line.key}>
            <strong>{line.label}</strong>: {label(line.from)} → {label(line.to)}
          </li>
        ))}
      </ul>
      {preview.measures.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">Measure</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {preview.measures.map((change, index) => (
              <tr key={index}>
                <th scope="row">
                  {change.measure.replaceAll('_', ' ')}, {change.fiscal_year}
                </th>
                <td>{printed(change.from)}</td>
                <td>{printed(change.to)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}
