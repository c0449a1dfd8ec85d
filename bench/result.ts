/** What a bench reports: any figures it likes, and the one ratio it is about. */
export interface BenchResult {
  readonly figures: Readonly<Record<string, string | number>>
  readonly ratioName: string
  readonly ratio: number
  /** The bar in words, for instance 'at least 0.5'. */
  readonly bar: string
}
