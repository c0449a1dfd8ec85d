/** Where a command's words go: answers to standard output, everything else beside it, so that output can be piped. */

export type Style = 'strong' | 'faint' | 'good' | 'bad' | 'mark'

export interface Terminal {
  /** An answer. */
  print(text: string): void
  /** A remark or an error. */
  remark(text: string): void
  /** The one line that is written over and over while something goes on; nothing when nobody is looking. */
  progress(text: string): void
  /** The text in a style, where answers go to a person's eyes; as it is where they go to a file or another program. */
  paint(style: Style, text: string): string
}

const CODES: Readonly<Record<Style, number>> = { strong: 1, faint: 2, good: 32, bad: 31, mark: 33 }

const CLEAR_LINE = '\r\u001b[K'

export function terminalOf(out: NodeJS.WriteStream, beside: NodeJS.WriteStream): Terminal {
  let showing = false
  const clear = (): void => {
    if (showing) beside.write(CLEAR_LINE)
    showing = false
  }
  return {
    print(text) {
      clear()
      out.write(`${text}\n`)
    },
    remark(text) {
      clear()
      beside.write(`${text}\n`)
    },
    progress(text) {
      if (!beside.isTTY) return
      beside.write(CLEAR_LINE + text.slice(0, beside.columns - 1))
      showing = true
    },
    paint(style, text) {
      // https://no-color.org
      const coloured = out.isTTY && !process.env['NO_COLOR']
      return coloured ? `\u001b[${CODES[style]}m${text}\u001b[0m` : text
    },
  }
}

const BAR_LETTERS = 24

/** `[######------------------]  25 %` */
export function bar(done: number, total: number): string {
  const share = total === 0 ? 1 : Math.min(done / total, 1)
  const full = Math.round(share * BAR_LETTERS)
  return `[${'#'.repeat(full)}${'-'.repeat(BAR_LETTERS - full)}] ${String(Math.floor(share * 100)).padStart(3)} %`
}
