/** What the checks write into. */
export interface Breach {
  /** Where in the payload, as a path or a key. */
  readonly where: string
  readonly says: string
}

/** Counts what a check looked at and keeps what was wrong. */
export class Ledger {
  tested = 0
  readonly breaches: Breach[] = []

  /** Words are put together for breaches only: a mapping that holds is most of what there is to verify. */
  expect(holds: boolean, where: string, says: string | (() => string), period?: number): void {
    this.tested += 1
    if (holds) return
    this.breaches.push({
      where: period === undefined ? where : `${where}[${period}]`,
      says: typeof says === 'string' ? says : says(),
    })
  }
}
