/** A new seed for every run; the run prints it, and TIEOUT_SEED has it again. */
export const SEED = Number(process.env['TIEOUT_SEED'] ?? Date.now() % 2 ** 31)

/**
 * How hard property tests try: the full number in CI, a share of it at a desk, where `npm run check` should not be a
 * reason to go for coffee. TIEOUT_EFFORT=full gives the full number anywhere.
 */
export function effort(full: number, share = 0.1): number {
  const isFull = process.env['CI'] === 'true' || process.env['TIEOUT_EFFORT'] === 'full'
  return isFull ? full : Math.ceil(full * share)
}
