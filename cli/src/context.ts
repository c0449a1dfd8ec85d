/** What every command needs: the service, and a way to answer in words or in JSON. */
import { Tieout } from '@tieout/sdk'
import { Command } from 'commander'
import { readSettings } from './settings.ts'
import { table } from './table.ts'
import type { Column } from './table.ts'
import type { Terminal } from './terminal.ts'

export class Context {
  readonly terminal: Terminal
  /** 0 done, 1 the answer is no. */
  code: 0 | 1 = 0
  readonly #options: () => { url?: string; json?: boolean }

  /** The options of the whole program are known when its command runs, not before. */
  constructor(terminal: Terminal, options: () => { url?: string; json?: boolean }) {
    this.terminal = terminal
    this.#options = options
  }

  get asJson(): boolean {
    return this.#options().json === true
  }

  tieout(): Tieout {
    const { url } = this.#options()
    const settings = readSettings(url === undefined ? {} : { url }, process.env)
    return new Tieout({ baseUrl: settings.url, apiKey: settings.key })
  }

  answer(json: unknown, words: string): void {
    this.terminal.print(this.asJson ? JSON.stringify(json, null, 2) : words)
  }

  answerRows<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): void {
    this.answer(rows, table(rows, columns))
  }

  async answerList<Row>(list: AsyncIterable<Row>, columns: readonly Column<Row>[], limit = Infinity): Promise<void> {
    const rows: Row[] = []
    for await (const row of list) if (rows.push(row) >= limit) break
    this.answerRows(rows, columns)
  }
}

/** A command with a list and a limit on it. */
export function listCommand(name = 'list'): Command {
  return new Command(name).option('--limit <count>', 'at most so many, newest first', Number, 50)
}
