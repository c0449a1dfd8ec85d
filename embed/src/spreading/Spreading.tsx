/** The spreading surface: statements on the chart, where every figure comes from, and the spread made of them. */
import * as Tabs from '@radix-ui/react-tabs'
import type { ExpandedState } from '@tanstack/react-table'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useSession } from '../shared/context.ts'
import { Problem } from '../shared/Problem.tsx'
import { useWork } from '../shared/work.ts'
import { Addbacks } from './Addbacks.tsx'
import type { AddbackRow } from './Addbacks.tsx'
import { isStale, useLoan, useMappings, usePendingCount, useSnapshot, useSpread } from './data.ts'
import { Finalize, Reopen } from './Freeze.tsx'
import { PlaceCaption } from './PlaceCaption.tsx'
import { columnsOf, countsOf, filterRows, FILTERS, rowsOf, withoutEmpty } from './rows.ts'
import type { Column, Filter, Row } from './rows.ts'
import { SourcePanel } from './SourcePanel.tsx'
import { StatementGrid } from './StatementGrid.tsx'
import { Trends } from './Trends.tsx'

interface SpreadingWork {
  readonly company: string | null
  readonly view: string
  readonly filter: Filter
  readonly open: readonly string[]
  readonly addbacks: Readonly<Record<string, readonly AddbackRow[]>>
}

const BLANK: SpreadingWork = {
  company: null,
  view: 'statement',
  filter: 'all',
  open: ['pl.revenue', 'pl.cogs', 'pl.opex', 'printed'],
  addbacks: {},
}

export default function Spreading() {
  const { may } = useSession()
  const { loan, borrower } = useLoan()
  const spread = useSpread()
  const snapshot = useSnapshot(spread.data?.final_snapshot_id)
  const { mappings, isReady, error } = useMappings(snapshot.data)
  const [work, change] = useWork('spreading', BLANK)
  const [asking, setAsking] = useState(false)
  const isFinal = spread.data?.state === 'final'
  const entities = useMemo(
    () => (snapshot.data?.payload.entities ?? []).filter(({ periods }) => periods.length > 0),
    [snapshot.data],
  )
  const entity = entities.find(({ entity_key: key }) => key === work?.company) ?? entities[0]
  const problem = spread.error ?? snapshot.error ?? error
  return (
    <main className="surface">
      <header className="top">
        <div>
          <h1>{borrower?.business_name ?? 'Spread'}</h1>
          <p className="faint">{loan?.name ?? ' '}</p>
        </div>
        {entities.length > 1 && (
          <label className="company">
            Company
            <select value={entity?.entity_key} onChange={(event) => change({ company: event.target.value })}>
              {entities.map(({ entity_key: key, name }) => (
                <option key={key} value={key}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        <div className="state">
          {isStale(mappings.values()) && <span className="badge warn">being mapped anew</span>}
          {spread.data && <span className={isFinal ? 'badge good' : 'badge'}>{isFinal ? 'Final' : 'Open'}</span>}
          {may('spreads:write') && spread.data && (
            <button type="button" className="primary" disabled={!entity} onClick={() => setAsking(true)}>
              {isFinal ? 'Reopen…' : 'Finalize…'}
            </button>
          )}
        </div>
      </header>
      <Problem error={problem} />
      {!problem && (!work || !snapshot.isFetched) && <p className="waiting">Opening the spread…</p>}
      {snapshot.isFetched && !problem && !entity && <NothingYet />}
      {entity && work && (
        <Tabs.Root value={work.view} onValueChange={(view) => change({ view })} className="views">
          <Tabs.List className="tabs" aria-label="Views">
            <Tabs.Trigger value="statement">Statement</Tabs.Trigger>
            <Tabs.Trigger value="trends">Trends</Tabs.Trigger>
            <Tabs.Trigger value="addbacks">Addbacks</Tabs.Trigger>
          </Tabs.List>
          <Tabs.Content value="statement" className="view">
            {isReady ? (
              <Statement columns={columnsOf(entity, mappings)} work={work} change={change} isFinal={isFinal} />
            ) : (
              <p className="waiting">Opening the statements…</p>
            )}
          </Tabs.Content>
          <Tabs.Content value="trends" className="view">
            <Trends entity={entity} />
          </Tabs.Content>
          <Tabs.Content value="addbacks" className="view">
            <Addbacks
              key={entity.entity_key}
              entity={entity}
              isFrozen={isFinal}
              draft={work.addbacks[entity.entity_key] ?? null}
              onDraft={(rows) => change({ addbacks: withRows(work.addbacks, entity.entity_key, rows) })}
            />
          </Tabs.Content>
        </Tabs.Root>
      )}
      {asking &&
        (isFinal ? <Reopen onClose={() => setAsking(false)} /> : <Finalize onClose={() => setAsking(false)} />)}
    </main>
  )
}

/** Why there is nothing to show: no statement was sent, or one is on its way. */
function NothingYet() {
  const pending = usePendingCount()
  return (
    <div className="empty" role="status">
      <h2>{pending > 0 ? 'Being mapped' : 'No statement yet'}</h2>
      <p>
        {pending > 0
          ? `${pending === 1 ? 'A statement has' : `${pending} statements have`} been read. What it says is being put on the chart of accounts.`
          : 'A profit and loss statement of this loan appears here as soon as it has been read.'}
      </p>
    </div>
  )
}

function withRows(all: SpreadingWork['addbacks'], key: string, rows: readonly AddbackRow[] | null) {
  const { [key]: _replaced, ...others } = all
  return rows === null ? others : { ...others, [key]: rows }
}

const FILTER_WORDS: Readonly<Record<Filter, string>> = {
  all: 'All lines',
  unmapped: 'Unmapped',
  flagged: 'Flagged',
  unitemized: 'Unitemized',
}

/** What an empty list says of the statement: for most of them it is good news. */
const NOTHING_WORDS: Readonly<Record<Filter, string>> = {
  all: 'No caption fits',
  unmapped: 'Every caption has its account',
  flagged: 'Nothing is flagged',
  unitemized: 'Every total is itemized',
}

function Statement(props: {
  readonly columns: readonly Column[]
  readonly work: SpreadingWork
  readonly change: (change: Partial<SpreadingWork>) => void
  readonly isFinal: boolean
}) {
  const { work, change } = props
  const key = props.columns.map((column) => column.key).join(' ')
  // Columns are made anew at every look at the snapshot; what they say changes with their keys alone.
  const columns = useMemo(() => props.columns, [key])
  const rows = useMemo(() => withoutEmpty(rowsOf(columns)), [columns])
  const counts = useMemo(() => countsOf(rows), [rows])
  const [search, setSearch] = useState('')
  const shown = useMemo(() => filterRows(rows, work.filter, search), [rows, work.filter, search])
  const [selected, setSelected] = useState<{ row: Row; column: number } | null>(null)
  const [placing, setPlacing] = useState<{ row: Row; column: Column } | null>(null)
  const searchField = useSearchKey()
  // A filter or a search opens everything that it found.
  const isNarrow = work.filter !== 'all' || search.trim() !== ''
  const expanded: ExpandedState = isNarrow ? true : Object.fromEntries(work.open.map((open) => [open, true]))
  const column = selected && columns[selected.column]
  const open = (row: Row, position: number): void => {
    if (typeof row.cells[position]?.value === 'string') setSelected({ row, column: position })
  }
  return (
    <>
      <div className="tools">
        <div role="group" aria-label="Show" className="filters">
          {FILTERS.map((filter) => (
            <button
              key={filter}
              type="button"
              aria-pressed={work.filter === filter}
              onClick={() => change({ filter })}
              className={filter !== 'all' && counts[filter] > 0 ? 'count some' : 'count'}
            >
              {FILTER_WORDS[filter]}
              {filter !== 'all' && (
                <>
                  {' '}
                  <span>{counts[filter]}</span>
                </>
              )}
            </button>
          ))}
        </div>
        <input
          ref={searchField}
          type="search"
          aria-label="Search captions"
          placeholder="Search captions  ( / )"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      {work.filter === 'unmapped' && counts.unmapped > 0 && !props.isFinal && (
        <UnmappedList rows={shown} columns={columns} onPlace={(row, of) => setPlacing({ row, column: of })} />
      )}
      {shown.length === 0 && (
        <div className="empty" role="status">
          <h2>{NOTHING_WORDS[search.trim() === '' ? work.filter : 'all']}</h2>
          <button
            type="button"
            onClick={() => {
              setSearch('')
              change({ filter: 'all' })
            }}
          >
            Show all lines
          </button>
        </div>
      )}
      <div className={column ? 'split open' : 'split'} hidden={shown.length === 0}>
        <StatementGrid
          rows={shown}
          columns={columns}
          expanded={expanded}
          onExpanded={(update) => {
            if (isNarrow) return
            const next = typeof update === 'function' ? update(expanded) : update
            change({ open: next === true ? [] : Object.keys(next).filter((name) => next[name]) })
          }}
          selected={selected && { rowKey: selected.row.key, column: selected.column }}
          onOpen={open}
        />
        {selected && column && (
          <SourcePanel
            key={`${selected.row.key} ${column.key}`}
            row={selected.row}
            column={column}
            position={selected.column}
            onClose={() => setSelected(null)}
          />
        )}
      </div>
      {placing && <PlaceCaption row={placing.row} column={placing.column} onClose={() => setPlacing(null)} />}
    </>
  )
}

/** Each unmapped caption with the way to place it. */
function UnmappedList(props: {
  readonly rows: readonly Row[]
  readonly columns: readonly Column[]
  readonly onPlace: (row: Row, column: Column) => void
}) {
  return (
    <ul className="placements" aria-label="Captions without an account">
      {props.rows.map((row) => {
        const column = props.columns.find(({ mapping }) => row.lineKeys.has(mapping.mapping_id))
        return (
          column && (
            <li key={row.key}>
              <span className="words">{row.label}</span>
              <button type="button" onClick={() => props.onPlace(row, column)}>
                Place…
              </button>
            </li>
          )
        )
      })}
    </ul>
  )
}

/** `/` goes to the search, from anywhere but a field that takes text. */
function useSearchKey() {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { target } = event
      if (event.key !== '/' || (target instanceof HTMLElement && target.matches('input, select, textarea'))) return
      event.preventDefault()
      field.current?.focus()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return field
}
