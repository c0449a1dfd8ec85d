/** More sums than these are not tried. */
const MAX_SUMS = 20_000

/**
 * The signs with which parts come to a whole, with as few minus signs as there can be; null when none were found. What
 * was added up says its parts and its result, not always which way each part counts.
 */
export function signsFor(parts: readonly bigint[], whole: bigint): (1 | -1)[] | null {
  const twice = parts.reduce((total, part) => total + part, 0n) - whole
  if (twice % 2n !== 0n) return null
  const taken = subsetWith(parts, twice / 2n)
  return taken && parts.map((_, index) => (taken.includes(index) ? -1 : 1))
}

/** The smallest set of parts whose sum is that. */
function subsetWith(parts: readonly bigint[], wanted: bigint): readonly number[] | null {
  let sums = new Map<bigint, readonly number[]>([[0n, []]])
  for (const [index, part] of parts.entries()) {
    if (part === 0n) continue
    const more = new Map(sums)
    for (const [sum, taken] of sums) {
      const known = more.get(sum + part)
      if (!known || known.length > taken.length + 1) more.set(sum + part, [...taken, index])
    }
    if (more.size > MAX_SUMS) return sums.get(wanted) ?? null
    sums = more
  }
  return sums.get(wanted) ?? null
}
