/** Where figures come from: a printed one from a line that prints it, a derived one from pages that were read. */
import type { Ledger } from './ledger.ts'
import type { Figures, Node, Payload, Source, Sources } from './shape.ts'

const ADDRESS = /^lines\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)$/

interface Printed {
  readonly value: bigint
  readonly period: number
  readonly source: Source
}

export function checkSources(payload: Payload, ledger: Ledger): void {
  const printed = new Map<string, Printed>()
  for (const line of payload.lines)
    line.values.forEach((value, period) => {
      const where = line.key
      const source = line.sources[period] ?? null
      ledger.expect(
        (value === null) === (source === null),
        where,
        'has a figure without a source or vice versa',
        period,
      )
      if (value === null || source === null) return
      ledger.expect(source.kind === 'printed', where, 'is printed, and its source says otherwise', period)
      const { address } = source
      ledger.expect(address !== null && ADDRESS.test(address), where, 'has no address on the page', period)
      if (address === null) return
      ledger.expect(!printed.has(address), where, 'shares its address with another figure', period)
      printed.set(address, { value, period, source })
      checkPages(source, where, period, ledger)
    })
  payload.foot.forEach(({ printed: value, source }, period) => {
    if (source) checkPrinted({ value, period, source, where: 'foot' }, printed, ledger)
  })
  const values = new Map(payload.lines.map((line) => [line.key, line]))
  for (const node of payload.tree ?? []) checkNode(node, { printed, values }, ledger)
}

interface Known {
  readonly printed: ReadonlyMap<string, Printed>
  readonly values: ReadonlyMap<string, { readonly values: Figures; readonly sources: Sources }>
}

function checkNode(node: Node, known: Known, ledger: Ledger): void {
  node.values.forEach((value, period) => {
    const where = node.key
    const source = node.sources[period] ?? null
    ledger.expect((value === null) === (source === null), where, 'has a figure without a source or vice versa', period)
    if (value === null || source === null) return
    checkPages(source, where, period, ledger)
    if (source.kind === 'printed') checkPrinted({ value, period, source, where }, known.printed, ledger)
    else ledger.expect(source.address === null, where, 'is derived and claims an address', period)
    if (node.kind === 'leaf') checkAccountSource(node, period, known, ledger)
  })
  for (const child of node.children) checkNode(child, known, ledger)
}

/** An account's figure is printed when one of its lines alone has one, and comes from the pages of its lines. */
function checkAccountSource(node: Node, period: number, { values }: Known, ledger: Ledger): void {
  const source = node.sources[period]
  const sources = node.memberKeys.flatMap((key) => values.get(key)?.sources[period] ?? [])
  const pages = new Set(sources.flatMap((line) => line.pages))
  const where = node.key
  ledger.expect(
    (sources.length === 1) === (source?.kind === 'printed'),
    where,
    'mistakes one printed line for several',
    period,
  )
  ledger.expect(
    source?.pages.length === pages.size && source.pages.every((page) => pages.has(page)),
    where,
    'does not come from the pages of its lines',
    period,
  )
}

function checkPrinted(
  figure: { value: bigint | null; period: number; source: Source; where: string },
  printed: ReadonlyMap<string, Printed>,
  ledger: Ledger,
): void {
  const { value, period, source, where } = figure
  const found = source.address === null ? undefined : printed.get(source.address)
  ledger.expect(
    source.kind === 'printed' && found !== undefined,
    where,
    'claims an address that no line prints',
    period,
  )
  if (!found) return
  ledger.expect(found.period === period, where, 'is printed in another period', period)
  ledger.expect(
    value === found.value || value === -found.value,
    where,
    'is another amount than the page prints',
    period,
  )
  const same =
    found.source.pages.length === source.pages.length &&
    found.source.pages.every((page, at) => page === source.pages[at])
  ledger.expect(
    same && found.source.documentId === source.documentId,
    where,
    'names another page than the line does',
    period,
  )
}

function checkPages({ pages }: Source, where: string, period: number, ledger: Ledger): void {
  ledger.expect(
    pages.every((page, at) => at === 0 || page > (pages[at - 1] ?? 0)),
    where,
    'does not list its pages in ascending order',
    period,
  )
}
