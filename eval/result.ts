/** What an evaluation reports: any figures it likes, and the one score it is about. */
export interface EvalResult {
  readonly figures: Readonly<Record<string, string | number>>
  readonly scoreName: string
  readonly score: number
  /** The least score that passes. */
  readonly bar: number
}
