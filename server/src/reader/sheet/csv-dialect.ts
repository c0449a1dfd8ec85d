/** Which marks a file separates and quotes with: no file says so, and every country has its own habit. */

const DELIMITERS = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof DELIMITERS)[number]

/** Lines that are compared; the table has shown its shape by then. */
const MAX_LINES = 200
/** A quoted field longer than this was never meant as one: somebody wrote 5" pipe. */
const MAX_QUOTED_LETTERS = 64 * 1024

/**
 * The delimiter that cuts most lines into the same number of fields, more than one. Files begin with lines that are
 * no rows (a bank's name, a period), so agreement of most lines counts, not of all.
 */
export function delimiterOf(sample: string): Delimiter {
  let best: { delimiter: Delimiter; score: number } = { delimiter: ',', score: 0 }
  for (const delimiter of DELIMITERS) {
    const lines = new Map<number, number>()
    for (const fields of fieldCounts(sample, delimiter)) if (fields > 1) lines.set(fields, (lines.get(fields) ?? 0) + 1)
    // A decimal comma cuts every line in two as well; the delimiter proper cuts it into more.
    const score = Math.max(0, ...[...lines].map(([fields, count]) => count * Math.log2(fields)))
    if (score > best.score) best = { delimiter, score }
  }
  return best.delimiter
}

function fieldCounts(sample: string, delimiter: string): number[] {
  const counts: number[] = []
  let fields = 1
  let isQuoted = false
  for (const letter of sample) {
    if (letter === '"') isQuoted = !isQuoted
    else if (letter === delimiter && !isQuoted) fields += 1
    else if (letter === '\n' && !isQuoted) {
      counts.push(fields)
      fields = 1
      if (counts.length >= MAX_LINES) return counts
    }
  }
  if (fields > 1) counts.push(fields)
  return counts
}

/** False when a quotation mark opens and nothing closes it within reason: then quotation marks are only letters. */
export function quotesAreSound(pieces: Iterable<string>): boolean {
  // Letters since the quotation mark that is open, or -1 while none is.
  let quoted = -1
  let before = '\n'
  for (const piece of pieces) {
    let from = 0
    for (let at = piece.indexOf('"'); at >= 0; at = piece.indexOf('"', from)) {
      if (quoted >= 0 && quoted + at - from > MAX_QUOTED_LETTERS) return false
      const previous = at === 0 ? before : piece.charAt(at - 1)
      // Inside a word it is an inch or a minute, not a beginning.
      if (quoted >= 0) quoted = -1
      else if (!/[\p{L}\p{N}]/u.test(previous)) quoted = 0
      from = at + 1
    }
    if (quoted >= 0) quoted += piece.length - from
    if (quoted > MAX_QUOTED_LETTERS) return false
    before = piece.at(-1) ?? before
  }
  return quoted < 0
}
