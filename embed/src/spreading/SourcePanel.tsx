/** Where a figure comes from: its place on the page, or the printed figures that it is made of. */
import { useState } from 'react'
import { printed } from '../shared/figures.ts'
import { PageView } from '../shared/PageView.tsx'
import type { Lit } from '../shared/PageView.tsx'
import { useDocumentName, usePage, useProof, useSpots } from './data.ts'
import type { Spot } from './data.ts'
import { lineIn } from './rows.ts'
import type { Column, Row } from './rows.ts'

interface Term {
  readonly label: string
  readonly value: string
  /** Counted the other way than printed. */
  readonly isReversed: boolean
  readonly address: string | null
}

export function SourcePanel(props: {
  readonly row: Row
  readonly column: Column
  readonly position: number
  readonly onClose: () => void
}) {
  const { row, column, position } = props
  const { document_id: documentId, extraction_version: version } = column.mapping
  const cell = row.cells[position]
  const isDerived = row.nodeKey !== null && cell?.source?.kind !== 'printed'
  const proof = useProof(isDerived ? documentId : null)
  const terms = isDerived ? termsOf(proof.data, row.nodeKey, column) : []
  const spotOf = useSpots(documentId, version)
  const [chosen, setChosen] = useState<string | null>(null)
  const address = chosen ?? (isDerived ? (terms[0]?.address ?? null) : (cell?.source?.address ?? null))
  const spot = spotOf(address)
  const page = usePage(documentId, spot?.page ?? cell?.source?.pages[0] ?? null)
  const name = useDocumentName(documentId)
  return (
    <aside className="source" aria-label="Source of the figure">
      <header>
        <div>
          <h2>{row.label}</h2>
          <p>
            <strong>{printed(cell?.value)}</strong>{' '}
            {spot ? `${name ?? ''}, page ${spot.page}, printed “${spot.text}”` : (name ?? '')}
          </p>
        </div>
        <button type="button" onClick={props.onClose} aria-label="Close the source">
          ✕
        </button>
      </header>
      {isDerived && (
        <Terms
          terms={terms}
          chosen={address}
          onChoose={setChosen}
          isWaiting={proof.isPending}
          rest={restOf(proof.data, row.nodeKey, column)}
        />
      )}
      <div className="page-frame" tabIndex={0} role="region" aria-label="Page">
        {page.data ? (
          <PageView page={page.data} lit={litOf(page.data.page, spot, terms, spotOf)} />
        ) : (
          <p className="waiting">
            {page.isPending && page.fetchStatus !== 'idle'
              ? 'Opening the page…'
              : row.kind === 'unitemized'
                ? 'This part stands in a printed total alone, or in lines without an account.'
                : 'No page is recorded for this figure.'}
          </p>
        )}
      </div>
    </aside>
  )
}

function Terms(props: {
  readonly terms: readonly Term[]
  readonly chosen: string | null
  readonly rest: string | null
  readonly isWaiting: boolean
  readonly onChoose: (address: string) => void
}) {
  if (props.isWaiting) return <p className="waiting">Opening the terms…</p>
  return (
    <>
      <h3 className="faint">
        Made of {props.terms.length} printed {props.terms.length === 1 ? 'figure' : 'figures'}
      </h3>
      <ul className="terms" aria-label="Made of">
        {props.terms.map((term, index) => (
          <li key={index}>
            <button
              type="button"
              aria-pressed={term.address === props.chosen}
              disabled={term.address === null}
              onClick={() => term.address !== null && props.onChoose(term.address)}
            >
              <span aria-hidden="true">{term.isReversed ? '−' : '+'}</span>
              <span className="words">{term.label}</span>
              <span className="amount">{printed(term.value)}</span>
            </button>
          </li>
        ))}
        {props.rest !== null && (
          <li className="rest">
            <span className="words">No placed line accounts for</span>
            <span className="amount">{printed(props.rest)}</span>
          </li>
        )}
      </ul>
    </>
  )
}

type Proof = ReturnType<typeof useProof>['data']

const figureOf = (proof: Proof, nodeKey: string | null, { index }: Column) =>
  proof?.figures.find(({ key, period }) => key === nodeKey && period === index)

function termsOf(proof: Proof, nodeKey: string | null, column: Column): Term[] {
  return (figureOf(proof, nodeKey, column)?.terms ?? []).map((term) => ({
    label: lineIn(column.payload, term.line_key)?.label ?? term.line_key,
    value: term.printed,
    isReversed: term.factor < 0,
    address: term.address,
  }))
}

function restOf(proof: Proof, nodeKey: string | null, column: Column): string | null {
  const rest = figureOf(proof, nodeKey, column)?.unitemized
  return rest === undefined || rest === '0.00' ? null : rest
}

/** The figure in question, and beside it the other terms that stand on the same page. */
function litOf(
  page: number,
  main: Spot | null,
  terms: readonly Term[],
  spotOf: (address: string | null) => Spot | null,
): Lit[] {
  const others = terms.flatMap(({ address, label }) => {
    const spot = spotOf(address)
    return spot?.page === page && spot.box !== main?.box ? [{ box: spot.box, isMain: false, label }] : []
  })
  return main?.page === page ? [...others, { box: main.box, isMain: true, label: main.text }] : others
}
