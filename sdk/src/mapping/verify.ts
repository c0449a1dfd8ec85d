/**
 * Proves a statement mapping from its JSON alone: the arithmetic of the tree, what lines and nodes say about each
 * other, the foot, the headline figures and the sources. It shares no code with the service that made the mapping, so
 * that the two can only agree by both being right.
 */
import { checkAccountedLines, checkReferences } from './references.ts'
import { checkFoot } from './foot.ts'
import { checkHeadlines, checkMeasureRows, checkSums } from './arithmetic.ts'
import { Ledger } from './ledger.ts'
import type { Breach } from './ledger.ts'
import { readPayload, ShapeError } from './shape.ts'
import type { Payload } from './shape.ts'
import { checkSources } from './sources.ts'

export type { Breach } from './ledger.ts'

export interface Check {
  readonly name: string
  /** How many single facts were looked at; a check that saw none has proved nothing. */
  readonly tested: number
  readonly breaches: readonly Breach[]
}

export interface Verification {
  readonly holds: boolean
  /** `unmappable` when there is no payload to prove, null when the JSON could not be read as a mapping. */
  readonly state: 'mapped' | 'unfooted' | 'unmappable' | null
  readonly checks: readonly Check[]
}

/** Takes the mapping as the API returns it, or its payload. Never throws: what cannot be read is a breach. */
export function verifyMapping(json: unknown): Verification {
  const payload = payloadOf(json)
  if (payload === null) return unmappable(json)
  let read: Payload
  try {
    read = readPayload(payload)
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error
    const breach = { where: error.where, says: error.message }
    return { holds: false, state: null, checks: [{ name: 'shape', tested: 1, breaches: [breach] }] }
  }
  const checks = CHECKS.map(({ name, check }) => {
    const ledger = new Ledger()
    check(read, ledger)
    return { name, tested: ledger.tested, breaches: ledger.breaches }
  })
  return { holds: checks.every(({ breaches }) => breaches.length === 0), state: read.state, checks }
}

const CHECKS: readonly { name: string; check: (payload: Payload, ledger: Ledger) => void }[] = [
  { name: 'every line is accounted for once', check: checkAccountedLines },
  { name: 'lines and nodes refer to each other', check: checkReferences },
  { name: 'every node is the sum of what stands under it', check: checkSums },
  { name: 'measure rows follow from the sections', check: checkMeasureRows },
  { name: 'the statement foots', check: checkFoot },
  { name: 'headline figures are the tree’s or the page’s', check: checkHeadlines },
  { name: 'every figure has its source', check: checkSources },
]

/** A mapping record holds its payload under `payload`; anything else is taken for the payload itself. */
function payloadOf(json: unknown): unknown {
  return typeof json === 'object' && json !== null && 'payload' in json ? json.payload : json
}

function unmappable(json: unknown): Verification {
  const record = (typeof json === 'object' && json !== null ? json : {}) as Readonly<Record<string, unknown>>
  const ledger = new Ledger()
  ledger.expect(record['status'] === 'unmappable', 'status', 'there is no payload, and the status is not unmappable')
  ledger.expect(record['error_code'] === 'unmappable', 'error_code', 'an unmappable mapping says so in its error code')
  const check = { name: 'shape', tested: ledger.tested, breaches: ledger.breaches }
  return {
    holds: ledger.breaches.length === 0,
    state: ledger.breaches.length === 0 ? 'unmappable' : null,
    checks: [check],
  }
}
