/** What a trial found: its figures, and the promises that held or did not. */
export interface TrialResult {
  /** Names this form of the trial, whose figures are kept beside those of the others. */
  readonly form?: string
  readonly figures: Readonly<Record<string, unknown>>
  readonly holds: Readonly<Record<string, boolean>>
}
