/** What a trial found: its figures, and the promises that held or did not. */
export interface TrialResult {
  readonly figures: Readonly<Record<string, unknown>>
  readonly holds: Readonly<Record<string, boolean>>
}
