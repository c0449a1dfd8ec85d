/** One equation between printed figures as a proof: what was tested, by how much it misses, and what would mend it. */
import type { Cents } from '../../lib/money.ts'
import { centsOf, negate } from '../../lib/money.ts'
import type { Proof } from '../model/extraction.ts'
import { hintFor } from './hints.ts'

export interface Term {
  readonly address: string
  readonly label: string
  readonly value: Cents
}

/** `minus` are taken off. A total without parts tests nothing. */
export function equation(name: string, total: Term | null, plus: readonly Term[], minus: readonly Term[] = []): Proof {
  const addresses = [...(total ? [total] : []), ...plus, ...minus].map((term) => term.address)
  if (total === null || plus.length + minus.length === 0)
    return { ...nothingToTest(name), expected: total?.value ?? null, addresses }
  const parts = [...plus, ...minus.map((term) => ({ ...term, value: negate(term.value) }))]
  const made = parts.reduce((sum, term) => sum + term.value, 0n)
  const residual = total.value - made
  const hint = residual === 0n ? null : hintFor(residual, parts, total)
  return {
    name,
    state: residual === 0n ? 'proved' : 'failed',
    expected: total.value,
    actual: centsOf(made),
    residual: centsOf(residual),
    addresses,
    hint: residual === 0n ? null : `'${total.label}' does not close${hint === null ? '' : `; ${hint}`}`,
  }
}

export function nothingToTest(name: string): Proof {
  return {
    name,
    state: 'not_proved',
    expected: null,
    actual: null,
    residual: null,
    addresses: [],
    hint: 'the page prints nothing to test it with',
  }
}

/** Several equations of one kind as one proof: proved when all are, else the first that breaks, so that it is found. */
export function allOf(name: string, proofs: readonly Proof[]): Proof {
  const tested = proofs.filter((proof) => proof.state !== 'not_proved')
  const failed = tested.filter((proof) => proof.state === 'failed')
  const [first] = failed
  if (first) return { ...first, name, hint: `${first.hint ?? ''} (the first of ${failed.length} that break)` }
  const [one] = tested
  return one === undefined
    ? nothingToTest(name)
    : { ...one, name, addresses: tested.flatMap((proof) => proof.addresses) }
}

/** Figures that stand in no equation that closes: any of them could be anything. */
export function coverage(figures: readonly string[], proofs: readonly Proof[]): Proof {
  const covered = new Set(proofs.filter((proof) => proof.state === 'proved').flatMap((proof) => proof.addresses))
  const open = figures.filter((address) => !covered.has(address))
  const proved = figures.length > 0 && open.length === 0
  return {
    ...nothingToTest('coverage'),
    state: proved ? 'proved' : 'not_proved',
    addresses: open,
    hint: proved
      ? null
      : figures.length === 0
        ? 'no figures were read'
        : `${open.length} figures stand in no equation that closes`,
  }
}
