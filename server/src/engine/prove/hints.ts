/** What single change would close a gap. A hint points; it never changes a figure. */

interface Member {
  readonly label: string
  readonly value: bigint
}

/** `residual` is what the total prints less what its parts make. Null when no single change explains it. */
export function hintFor(residual: bigint, members: readonly Member[], total: Member): string | null {
  for (const member of members) {
    if (member.value === 0n) continue
    if (residual === -2n * member.value) return `the sign of '${member.label}' turned round would close it`
    if (residual === -member.value)
      return `leaving out '${member.label}' would close it: doubled, or no part of this total`
    if (residual === member.value)
      return `'${member.label}' counted once more would close it: a line like it may be missing`
  }
  for (const member of [...members, total]) {
    const change = member === total ? -residual : residual
    if (isTransposition(member.value, change))
      return `two neighbouring digits of '${member.label}' exchanged would close it`
  }
  return null
}

/** Whether exchanging two neighbouring digits changes the value by exactly `change`. */
function isTransposition(value: bigint, change: bigint): boolean {
  if (change % 9n !== 0n) return false
  const digits = [...(value < 0n ? -value : value).toString()]
  const sign = value < 0n ? -1n : 1n
  for (let index = 0; index + 1 < digits.length; index += 1) {
    const swapped = [...digits]
    ;[swapped[index], swapped[index + 1]] = [swapped[index + 1] ?? '', swapped[index] ?? '']
    if (sign * BigInt(swapped.join('')) - value === change) return true
  }
  return false
}
