/** The command line as a person has it: a process of its own, with a home that nobody else has. */
import { spawn } from 'node:child_process'
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { after } from 'node:test'

export interface Run {
  readonly code: number | null
  readonly out: string
  readonly beside: string
}

export class CommandLine {
  readonly home = mkdtempSync(join(tmpdir(), 'tieout-cli-'))

  constructor() {
    after(() => rmSync(this.home, { recursive: true, force: true }))
    const programs = join(this.home, 'bin')
    mkdirSync(programs)
    // So that the command finds the Node that it is written for, under its own name.
    symlinkSync(process.execPath, join(programs, 'node'))
    symlinkSync(resolve('cli/bin/tieout'), join(programs, 'tieout'))
  }

  get environment(): Record<string, string> {
    const { PATH = '' } = process.env
    return { PATH: `${join(this.home, 'bin')}:${PATH}`, XDG_CONFIG_HOME: this.home, XDG_STATE_HOME: this.home }
  }

  start(args: readonly string[]): ChildProcessWithoutNullStreams {
    return spawn(process.execPath, [resolve('cli/bin/tieout'), ...args], { env: this.environment, cwd: this.home })
  }

  async run(args: readonly string[], input = ''): Promise<Run> {
    const child = this.start(args)
    child.stdin.end(input)
    const ended = new Promise<number | null>((done) => child.once('close', done))
    const [out, beside, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
    return { code, out, beside }
  }

  /** The same text for every run: ids by their kind, dates by what they are. */
  made(printed: string): string {
    return printed
      .replaceAll(/\b([a-z]{2,4})_[0-9a-z]{26}/g, '$1_')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
      .replaceAll(/\d{4}-\d\d-\d\d/g, 'DATE')
      .replaceAll(/\b[0-9a-f]{64}\b/g, 'HASH')
      .replaceAll(this.home, 'HOME')
      .replaceAll(/ +$/gm, '')
  }
}
