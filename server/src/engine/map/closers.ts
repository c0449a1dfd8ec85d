/** Looks ahead for the row that will end the stretch of lines the reader is in. */
import type { HeadingKind } from '../chart/structure-captions.ts'
import { headingKindOf } from '../chart/structure-captions.ts'
import { nameOfTotal } from './printed-lines.ts'
import type { PrintedLine, RunningSubtotal } from './printed-lines.ts'

export type Closer =
  | { readonly by: 'heading'; readonly heading: HeadingKind; readonly index: number }
  | { readonly by: 'subtotal'; readonly subtotal: RunningSubtotal; readonly index: number }
  /** A total that names a section. */
  | { readonly by: 'section_total'; readonly heading: HeadingKind; readonly index: number }
  /** A total without a name, or with one that nothing above bears. */
  | { readonly by: 'run_total'; readonly index: number }
  | { readonly by: 'end'; readonly index: number }

export class CloserFinder {
  readonly #lines: readonly PrintedLine[]
  readonly #end: number
  /** Totals that bear the name of a group, and so end nothing but that group. */
  readonly #groupTotals: ReadonlySet<number>
  /** The last answer holds for every line it looked past, so the whole statement is scanned once. */
  #last: { from: number; closer: Closer } | null = null

  constructor(lines: readonly PrintedLine[], bottom: PrintedLine | null) {
    this.#lines = lines
    this.#end = bottom?.index ?? lines.length
    this.#groupTotals = groupTotals(lines)
  }

  /** The first closing row at or after `from`. */
  after(from: number): Closer {
    if (this.#last && from >= this.#last.from && from <= this.#last.closer.index) return this.#last.closer
    const closer = this.#scan(from, null)
    this.#last = { from, closer }
    return closer
  }

  /** The first one that is more than a nameless total. */
  afterRuns(from: number): Closer {
    let closer = this.#scan(from, null)
    while (closer.by === 'run_total') closer = this.#scan(closer.index + 1, null)
    return closer
  }

  /** The same for the heading at `from`, whose own total is looked past. */
  afterGroup(from: PrintedLine): Closer {
    return this.#scan(from.index + 1, from.caption.stem)
  }

  #scan(from: number, ownName: string | null): Closer {
    for (let index = from; index < this.#end; index += 1) {
      const { kind } = this.#lines[index] ?? { kind: { is: 'outside' as const } }
      if (kind.is === 'subtotal' && !this.#groupTotals.has(index)) return { by: 'subtotal', subtotal: kind.of, index }
      if (kind.is === 'heading' && kind.opens && kind.opens !== 'title')
        return { by: 'heading', heading: kind.opens, index }
      if (kind.is === 'total' && !this.#groupTotals.has(index) && !(ownName && kind.name?.stem === ownName)) {
        const heading = kind.name && headingKindOf(kind.name)
        return heading ? { by: 'section_total', heading, index } : { by: 'run_total', index }
      }
    }
    const bottom = this.#lines[this.#end]
    if (bottom?.kind.is === 'subtotal') return { by: 'subtotal', subtotal: bottom.kind.of, index: this.#end }
    return { by: 'end', index: this.#end }
  }
}

function groupTotals(lines: readonly PrintedLine[]): Set<number> {
  const groups = new Set<string>()
  const found = new Set<number>()
  lines.forEach((line, index) => {
    const { kind, caption } = line
    const isParent = (lines[index + 1]?.line.depth ?? 0) > line.line.depth
    if (kind.is === 'heading' ? kind.opens === null : kind.is === 'detail' && isParent) groups.add(caption.stem)
    const name = nameOfTotal(line)
    if (name !== null && groups.has(name)) found.add(index)
  })
  return found
}
