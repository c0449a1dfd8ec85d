/**
 * The statement as a tree over periods. Only the rows in sight are drawn, so that a statement of thousands of lines
 * scrolls like one of twenty; one cell is the active one, and the keyboard goes wherever the mouse does.
 */
import { getCoreRowModel, getExpandedRowModel, useReactTable } from '@tanstack/react-table'
import type { ExpandedState, Row as TableRow, Updater } from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useEffect, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { isZero, periodName, printed } from '../shared/figures.ts'
import type { Column, Row } from './rows.ts'

const ROW_HEIGHT = 30
const CAPTION_REM = 15
const FIGURE_REM = 8.75
/** Rows beyond the visible ones that are drawn ahead of a scroll. */
const OVERSCAN = 12

export interface Place {
  readonly rowKey: string
  /** -1 is the caption. */
  readonly column: number
}

interface GridProps {
  readonly rows: readonly Row[]
  readonly columns: readonly Column[]
  readonly expanded: ExpandedState
  readonly onExpanded: (change: Updater<ExpandedState>) => void
  readonly selected: Place | null
  readonly onOpen: (row: Row, column: number) => void
}

export function StatementGrid({ rows, columns, expanded, onExpanded, selected, onOpen }: GridProps) {
  const data = useMemo(() => [...rows], [rows])
  const table = useReactTable({
    data,
    columns: NO_COLUMNS,
    state: { expanded },
    onExpandedChange: onExpanded,
    getSubRows: (row) => row.children as Row[],
    getRowId: (row) => row.key,
    getCoreRowModel: getCoreRowModel(),
    getExpandedRowModel: getExpandedRowModel(),
    autoResetExpanded: false,
  })
  const shown = table.getRowModel().rows
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
  })
  const [active, setActive] = useState({ row: 0, column: -1 })
  const row = Math.min(active.row, Math.max(0, shown.length - 1))
  useEffect(() => {
    virtual.scrollToIndex(row)
  }, [row, virtual])

  const move = (rows: number, cells: number): void =>
    setActive({
      row: Math.max(0, Math.min(shown.length - 1, row + rows)),
      column: Math.max(-1, Math.min(columns.length - 1, active.column + cells)),
    })
  const press = (event: KeyboardEvent): void => {
    const current = shown[row]
    if (!current) return
    const step = STEPS[event.key]
    if (event.key === 'Enter' || event.key === ' ') {
      if (active.column === -1 && current.getCanExpand()) current.toggleExpanded()
      else onOpen(current.original, Math.max(0, active.column))
    } else if (
      event.key === 'ArrowRight' &&
      active.column === -1 &&
      current.getCanExpand() &&
      !current.getIsExpanded()
    ) {
      current.toggleExpanded(true)
    } else if (event.key === 'ArrowLeft' && active.column === -1) {
      if (current.getIsExpanded()) current.toggleExpanded(false)
      else if (current.parentId !== undefined) {
        setActive({ row: shown.findIndex(({ id }) => id === current.parentId), column: -1 })
      }
    } else if (step) move(step[0], step[1])
    else return
    event.preventDefault()
  }
  // Each row is a grid of its own, so nothing in a row may have a say in how wide its columns are.
  const layout = {
    gridTemplateColumns: `minmax(${CAPTION_REM}rem, 1fr) repeat(${columns.length}, minmax(${FIGURE_REM}rem, 13rem))`,
    minWidth: `${CAPTION_REM + columns.length * FIGURE_REM}rem`,
  }
  return (
    <div
      ref={scroller}
      className="grid"
      role="treegrid"
      aria-label="Statement"
      aria-rowcount={shown.length + 1}
      aria-colcount={columns.length + 1}
      aria-activedescendant={shown.length > 0 ? cellId(row, active.column) : undefined}
      tabIndex={0}
      onKeyDown={press}
    >
      <div role="row" aria-rowindex={1} className="grid-head" style={layout}>
        <div role="columnheader" className="caption">
          Account
        </div>
        {columns.map((column) => (
          <PeriodHead key={column.key} column={column} />
        ))}
      </div>
      <div
        role="presentation"
        className="grid-body"
        style={{ height: virtual.getTotalSize(), minWidth: layout.minWidth }}
      >
        {virtual.getVirtualItems().map(({ index, start }) => {
          const line = shown[index]
          return (
            line && (
              <GridRow
                key={line.id}
                row={line}
                index={index}
                top={start}
                layout={layout}
                active={index === row ? active.column : null}
                open={line.getIsExpanded()}
                selected={selected?.rowKey === line.id ? selected.column : null}
                onPick={(column) => {
                  setActive({ row: index, column })
                  if (column >= 0) onOpen(line.original, column)
                  else if (line.getCanExpand()) line.toggleExpanded()
                }}
              />
            )
          )
        })}
      </div>
      {shown.length === 0 && <p className="waiting">No line fits.</p>}
    </div>
  )
}

const NO_COLUMNS: never[] = []
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  PageDown: [15, 0],
  PageUp: [-15, 0],
  Home: [-Number.MAX_SAFE_INTEGER, 0],
  End: [Number.MAX_SAFE_INTEGER, 0],
}
const cellId = (row: number, column: number): string => `cell-${row}-${column}`

/** The first thing to know of a period is whether it foots. */
function PeriodHead({ column }: { readonly column: Column }) {
  const period = column.payload.periods[column.index]
  const foot = column.payload.foot[column.index]
  const isExact = foot !== undefined && isZero(foot.residual)
  const foots = isExact || column.payload.mapping_state === 'mapped'
  const words = isExact
    ? 'Foots to the cent'
    : foots
      ? `Foots within ${printed(foot?.tolerance)}`
      : `Misses by ${printed(foot?.residual)}`
  return (
    <div role="columnheader" className="period">
      <span>{period ? periodName(period) : ''}</span>
      <span className={foots ? 'badge good' : 'badge bad'}>{words}</span>
    </div>
  )
}

interface RowProps {
  readonly row: TableRow<Row>
  readonly index: number
  readonly top: number
  readonly layout: { readonly gridTemplateColumns: string; readonly minWidth: string }
  readonly active: number | null
  readonly open: boolean
  readonly selected: number | null
  readonly onPick: (column: number) => void
}

const GridRow = memo(
  function GridRow({ row, index, top, layout, active, open, selected, onPick }: RowProps) {
    const { kind, label, cells, isFlagged, depth } = row.original
    const expandable = row.getCanExpand()
    return (
      <div
        role="row"
        aria-rowindex={index + 2}
        aria-level={depth + 1}
        {...(expandable && { 'aria-expanded': open })}
        className={`grid-row ${kind}`}
        style={{ ...layout, transform: `translateY(${top}px)` }}
      >
        <div
          role="rowheader"
          id={cellId(index, -1)}
          className={active === -1 ? 'caption active' : 'caption'}
          style={{ paddingInlineStart: `${0.75 + depth * 1.1}rem` }}
          title={label}
          onClick={() => onPick(-1)}
        >
          <span className="twist" aria-hidden="true">
            {expandable ? (open ? '▾' : '▸') : ''}
          </span>
          <span className="words">{label}</span>
          {kind === 'unmapped' && <span className="badge warn">unmapped</span>}
          {kind === 'line' && isFlagged && <span className="badge warn">look at it</span>}
        </div>
        {cells.map((cell, column) => (
          <div
            key={column}
            role="gridcell"
            id={cellId(index, column)}
            className={classOf(active === column, selected === column, cell?.value ?? null)}
            onClick={() => onPick(column)}
          >
            {kind === 'folder' && depth === 0 && !cell ? '' : printed(cell?.value)}
            {cell && !isZero(cell.unitemized) && (
              <span className="mark" title={`Of this, no placed line accounts for ${printed(cell.unitemized)}`}>
                *
              </span>
            )}
          </div>
        ))}
      </div>
    )
  },
  (before, after) =>
    before.row.original === after.row.original &&
    before.index === after.index &&
    before.top === after.top &&
    before.active === after.active &&
    before.open === after.open &&
    before.selected === after.selected &&
    before.layout.gridTemplateColumns === after.layout.gridTemplateColumns,
)

function classOf(isActive: boolean, isSelected: boolean, value: string | null): string {
  const classes = ['figure']
  if (isActive) classes.push('active')
  if (isSelected) classes.push('selected')
  if (value?.startsWith('-')) classes.push('negative')
  return classes.join(' ')
}
