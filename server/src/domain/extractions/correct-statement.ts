/**
 * A person's corrections of a statement, applied to the payload and checked anew. The printed text and its place stay
 * as they were read: the page still says what it says, and the payload lists what was changed.
 */
import { readAmountWord } from '../../engine/layout/amount-word.ts'
import type { Figure, ReadLine, StatementClass, StatementReading } from '../../engine/model/extraction.ts'
import { proveStatement } from '../../engine/prove/prove-statement.ts'
import { centsOf, parseCents } from '../../lib/money.ts'
import { Problem } from '../../lib/problem.ts'
import { classOf } from '../documents/categories.ts'
import type { Correction } from './document-reader.ts'
import { proofWire } from './payload.ts'
import type { CorrectionWire, FigureSource } from './payload.ts'
import type { LineWire, StatementPayload } from './statement-payload.ts'

export function correctStatement(payload: StatementPayload, corrections: readonly Correction[]): StatementPayload {
  const lines = [...payload.lines]
  const made: CorrectionWire[] = []
  for (const correction of corrections) {
    const [, atLine, atPeriod] = /^lines\.(\d{1,6})(?:\.(\d{1,4}))?$/.exec(correction.address) ?? []
    const line = lines[Number(atLine)]
    if (line === undefined) throw noSuch(correction.address)
    if (correction.label !== undefined) {
      if (atPeriod !== undefined) throw noSuch(correction.address)
      lines[Number(atLine)] = { ...line, label: correction.label }
      made.push({ address: correction.address, member: 'label', from: line.label, to: correction.label })
    } else {
      const from = atPeriod === undefined ? null : (line.values[Number(atPeriod)] ?? null)
      if (from === null) throw noSuch(correction.address)
      lines[Number(atLine)] = withValue(line, Number(atPeriod), correction.value)
      made.push({ address: correction.address, member: 'value', from, to: correction.value })
    }
  }
  const corrected = { ...payload, lines, corrections: [...payload.corrections, ...made] }
  return { ...corrected, proofs: proveStatement(readingOf(corrected)).map(proofWire) }
}

function noSuch(address: string): Problem {
  return new Problem('validation_failed', { message: `corrections: nothing is printed at ${address}.` })
}

function withValue(line: LineWire, period: number, value: string): LineWire {
  const source = line.sources[period]
  return {
    ...line,
    values: line.values.with(period, value),
    sources: source ? line.sources.with(period, { ...source, value }) : line.sources,
  }
}

/** The stored payload as the checks want it. What they don't look at (letters, places of captions) is not restored. */
function readingOf(payload: StatementPayload): StatementReading {
  return {
    class: classOf(payload.report_type) as StatementClass,
    kind: payload.reading.kind,
    pages: payload.reading.pages,
    currency: payload.currency,
    scale: payload.scale,
    periods: payload.periods.map((period) => ({
      fiscalYear: period.fiscal_year ?? 0,
      periodEnd: period.period_end,
      label: period.label,
      monthsCovered: period.months_covered,
      scale: period.scale,
      source: period.source,
      dated: period.fiscal_year !== null,
    })),
    lines: payload.lines.map((line): ReadLine => ({
      label: line.label,
      depth: line.depth,
      isTotal: line.is_total,
      section: line.section,
      figures: line.sources.map(figureOf),
      page: line.sources.find((source) => source !== null)?.page ?? 0,
      box: [0, 0, 0, 0],
      bold: false,
    })),
    leftovers: payload.leftovers,
  }
}

/** A corrected value may have cents where the page prints none. */
function figureOf(source: FigureSource | null): Figure | null {
  if (source === null) return null
  const value = parseCents(source.value) ?? centsOf(0n)
  const decimals = value % 100n === 0n ? (readAmountWord(source.text)?.decimals ?? 0) : 2
  return { value, decimals, page: source.page, box: source.box, text: source.text }
}
