/** The two ways in which a figure is most often copied wrongly, by people and by machines. */

/** The same digits but for two neighbours that changed places. */
export function isTransposed(a: bigint, b: bigint): boolean {
  const [left, right] = alike(a, b)
  const at = firstDifference(left, right)
  if (at < 0 || at + 1 >= left.length) return false
  const swapped = `${left.slice(0, at)}${left[at + 1] ?? ''}${left[at] ?? ''}${left.slice(at + 2)}`
  return swapped === right
}

/** The same digits but for one. */
export function isOneDigitOff(a: bigint, b: bigint): boolean {
  const [left, right] = alike(a, b)
  const at = firstDifference(left, right)
  return at >= 0 && left.slice(at + 1) === right.slice(at + 1)
}

function alike(a: bigint, b: bigint): [string, string] {
  const [left, right] = [a.toString(), b.toString()]
  const length = Math.max(left.length, right.length)
  return [left.padStart(length, '0'), right.padStart(length, '0')]
}

function firstDifference(a: string, b: string): number {
  for (let at = 0; at < a.length; at += 1) if (a[at] !== b[at]) return at
  return -1
}
