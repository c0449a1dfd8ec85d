/** What the analyst adds back to earnings: rows by company, an amount a fiscal year, and what shows it. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AttributeSnapshot, EbitdaAddbacks } from '@tieout/sdk'
import { useSession } from '../shared/context.ts'
import { periodName, printed } from '../shared/figures.ts'
import { Problem } from '../shared/Problem.tsx'

type Entity = AttributeSnapshot['payload']['entities'][number]
export type AddbackRow = EbitdaAddbacks['rows'][number]
type Category = AddbackRow['category']

const CATEGORIES: Readonly<Record<Category, string>> = {
  owner_compensation_excess: 'Owner pay above market',
  owner_perks_personal: 'Personal expenses of the owner',
  family_payroll: 'Family on the payroll',
  related_party_rent: 'Rent to a related party',
  related_party_fees: 'Fees to a related party',
  one_time_legal_settlement: 'Legal or settlement, once',
  one_time_casualty: 'Casualty loss, once',
  relocation_restructuring: 'Relocation or restructuring',
  startup_transaction: 'Start-up or transaction cost',
  noncash_stock_comp: 'Stock compensation, no cash',
  noncash_impairment: 'Impairment, no cash',
  nonoperating_asset_cost: 'Cost of an asset not in use',
  discretionary_charity: 'Charity',
  capital_item_expensed: 'Capital item expensed',
  owner_draw_expensed: 'Owner draw expensed',
  loan_principal_expensed: 'Loan principal expensed',
  other: 'Other',
  one_time_income: 'Income, once (taken off)',
  below_market_owner_pay: 'Owner pay below market (taken off)',
  below_market_rent: 'Rent below market (taken off)',
  nonrecurring_other_income: 'Other income, once (taken off)',
}

const AMOUNT = /^-?(0|[1-9]\d{0,15})(\.\d{1,2})?$/

/** `1,250` as `1250.00`; null when it is no amount. */
export function toAmount(text: string): string | null {
  const plain = text.replaceAll(/[,\s$]/g, '')
  const signed = /^\(.*\)$/.test(plain) ? `-${plain.slice(1, -1)}` : plain
  if (!AMOUNT.test(signed)) return null
  const [whole = '0', cents = ''] = signed.split('.')
  return `${whole}.${cents.padEnd(2, '0')}`
}

interface AddbacksProps {
  readonly entity: Entity
  readonly isFrozen: boolean
  /** Unsaved rows, kept with the person's work; null when there are none. */
  readonly draft: readonly AddbackRow[] | null
  readonly onDraft: (rows: readonly AddbackRow[] | null) => void
}

export function Addbacks({ entity, isFrozen, draft, onDraft }: AddbacksProps) {
  const { api, borrowerId, loanId, may } = useSession()
  const queries = useQueryClient()
  const scope = { loanId, entityKey: entity.entity_key }
  const saved = useQuery({
    queryKey: ['addbacks', entity.entity_key],
    queryFn: () => api.getEbitdaAddbacks(borrowerId, scope),
  })
  const save = useMutation({
    mutationFn: (rows: readonly AddbackRow[]) =>
      api.saveEbitdaAddbacks(borrowerId, { version: saved.data?.version ?? 0, rows }, scope),
    onSuccess: async () => {
      onDraft(null)
      await Promise.all(['addbacks', 'snapshot'].map((name) => queries.invalidateQueries({ queryKey: [name] })))
    },
    onError: () => queries.invalidateQueries({ queryKey: ['addbacks'] }),
  })
  const rows = draft ?? saved.data?.rows ?? []
  const isOpen = !isFrozen && may('spreads:write')
  const change = (id: string, changed: Partial<AddbackRow>): void =>
    onDraft(rows.map((row) => (row.id === id ? { ...row, ...changed } : row)))
  const add = (): void =>
    onDraft([
      ...rows,
      { id: crypto.randomUUID(), label: '', category: 'other', amounts: [], note: null, entity_key: entity.entity_key },
    ])
  const isComplete = rows.every(({ label }) => label.trim() !== '')
  return (
    <section className="addbacks" aria-label="Addbacks">
      {isFrozen && <p className="note">The spread is final: addbacks change when it is reopened.</p>}
      {rows.length === 0 && (
        <div className="empty">
          <h2>Nothing is added back</h2>
          <p>What {entity.name} would not spend under a new owner, or spent once, belongs here.</p>
        </div>
      )}
      <div className="scroll" hidden={rows.length === 0} tabIndex={0} role="region" aria-label="Rows">
        <table>
          <thead>
            <tr>
              <th scope="col">Addback</th>
              <th scope="col">Kind</th>
              {entity.periods.map((period) => (
                <th scope="col" key={period.period_id} className="amount">
                  {periodName(period)}
                </th>
              ))}
              <th scope="col">What shows it</th>
              <th scope="col">
                <span className="hidden">Remove</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <td className="wide">
                  <input
                    aria-label="Name"
                    value={row.label}
                    maxLength={300}
                    disabled={!isOpen}
                    onChange={(event) => change(row.id, { label: event.target.value })}
                  />
                </td>
                <td className="wide">
                  <select
                    aria-label="Kind"
                    value={row.category}
                    disabled={!isOpen}
                    onChange={(event) => change(row.id, { category: event.target.value as Category })}
                  >
                    {Object.entries(CATEGORIES).map(([key, words]) => (
                      <option key={key} value={key}>
                        {words}
                      </option>
                    ))}
                  </select>
                </td>
                {entity.periods.map((period) => (
                  <td key={period.period_id} data-label={periodName(period)}>
                    <AmountField
                      row={row}
                      period={period}
                      disabled={!isOpen}
                      onChange={(amounts) => change(row.id, { amounts })}
                    />
                  </td>
                ))}
                <td className="wide" data-label="What shows it">
                  <input
                    aria-label="What shows it"
                    value={row.note ?? ''}
                    maxLength={2000}
                    disabled={!isOpen}
                    onChange={(event) =>
                      change(row.id, { note: event.target.value === '' ? null : event.target.value })
                    }
                  />
                </td>
                <td className="end">
                  {isOpen && (
                    <button
                      type="button"
                      aria-label={`Remove ${row.label}`}
                      onClick={() => onDraft(rows.filter(({ id }) => id !== row.id))}
                    >
                      ✕
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {isOpen && (
        <div className="actions">
          <button type="button" className="first" onClick={add}>
            Add a row
          </button>
          <span role="status" className="faint">
            {draft === null && save.isSuccess && 'Saved'}
            {draft !== null && (isComplete ? 'Not saved yet' : 'A row has no name yet')}
          </span>
          <button type="button" disabled={draft === null} onClick={() => onDraft(null)}>
            Discard
          </button>
          <button
            type="button"
            className="primary"
            disabled={draft === null || !isComplete || save.isPending}
            onClick={() => save.mutate(rows)}
          >
            Save
          </button>
        </div>
      )}
      <Problem error={saved.error ?? save.error} />
    </section>
  )
}

type Period = Entity['periods'][number]

function AmountField(props: {
  readonly row: AddbackRow
  readonly period: Period
  readonly disabled: boolean
  readonly onChange: (amounts: AddbackRow['amounts']) => void
}) {
  const { row, period } = props
  // A full year is named by its number alone.
  const end = period.months_covered === null || period.months_covered === 12 ? null : period.period_end
  const isThis = (amount: AddbackRow['amounts'][number]): boolean =>
    amount.fiscal_year === period.fiscal_year && (amount.period_end === end || amount.period_end === period.period_end)
  const current = row.amounts.find(isThis)?.amount ?? ''
  const shown = current === '' ? '' : printed(current)
  return (
    <input
      className="amount"
      inputMode="decimal"
      aria-label={`Amount, ${periodName(period)}`}
      defaultValue={shown}
      key={current}
      disabled={props.disabled}
      onBlur={({ target }) => {
        const rest = row.amounts.filter((amount) => !isThis(amount))
        const amount = toAmount(target.value)
        if (target.value.trim() === '') {
          if (current !== '') props.onChange(rest)
        } else if (amount === null) target.value = shown
        else if (amount !== current)
          props.onChange([...rest, { fiscal_year: period.fiscal_year, period_end: end, amount }])
      }}
    />
  )
}
