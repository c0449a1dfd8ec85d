/** A page as it was printed, with the figures in question lit. */
import { useEffect, useRef } from 'react'
import type { DocumentPage } from '@tieout/sdk'

export interface Lit {
  readonly box: readonly [number, number, number, number]
  /** The one that was asked for; others are its terms. */
  readonly isMain: boolean
  readonly label: string
}

export function PageView({ page, lit }: { readonly page: DocumentPage; readonly lit: readonly Lit[] }) {
  const main = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Newer browsers answer with a promise, which React would take for a way to clean up.
    main.current?.scrollIntoView({ block: 'center', inline: 'nearest' })
  }, [page.page, lit])
  const { width, height, image } = page
  const part = (length: number, of: number): string => `${(100 * length) / of}%`
  return (
    <div className="page" style={{ aspectRatio: `${width} / ${height}` }}>
      {image.state === 'ready' && image.url !== null && <img src={image.url} alt={`Page ${page.page}`} />}
      {image.state === 'drawing' && <p className="waiting">The page is being drawn…</p>}
      {image.state === 'none' && <SheetWords page={page} />}
      {lit.map(({ box: [left, top, right, bottom], isMain, label }, index) => (
        <div
          key={index}
          ref={isMain ? main : null}
          className={isMain ? 'lit main' : 'lit'}
          title={label}
          style={{
            left: part(left, width),
            top: part(top, height),
            width: part(right - left, width),
            height: part(bottom - top, height),
          }}
        />
      ))}
    </div>
  )
}

/** A sheet has no picture: its cells are shown where they stand. */
function SheetWords({ page }: { readonly page: DocumentPage }) {
  return page.words.map(({ text, box: [left = 0, top = 0] }, index) => (
    <span
      key={index}
      className="word"
      style={{ left: `${(100 * left) / page.width}%`, top: `${(100 * top) / page.height}%` }}
    >
      {text}
    </span>
  ))
}
