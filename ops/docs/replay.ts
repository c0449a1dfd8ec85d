/**
 * Runs the commands of a page, in order, in one shell, exactly as they are printed. A page whose commands are not run
 * goes stale without anybody noticing.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CodeBlock, Page } from './pages.ts'

export interface Replay {
  readonly status: number | null
  /** What the commands printed, both streams. */
  readonly output: string
  readonly blocks: readonly { readonly line: number; readonly seconds: number }[]
}

export interface ReplayOptions {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Blocks with one of these words behind their language are left out. */
  readonly without?: readonly string[]
  readonly timeoutMs: number
  readonly echo?: boolean
}

export const isShell = ({ language }: CodeBlock): boolean => language === 'bash'

/** Between blocks the shell says when it got there, in a form that no command prints by chance. */
const MARK = '\u{1e}replayed'

export function scriptOf(blocks: readonly CodeBlock[]): string {
  const mark = (line: number): string => `printf '%s %d %s\\n' '${MARK}' ${line} "$EPOCHREALTIME"`
  return ['set -euo pipefail', mark(0), ...blocks.flatMap(({ text, line }) => [text, mark(line)])].join('\n')
}

/** Runs the page's shell blocks; whatever they left running in the background is ended with them. */
export async function replayPage(page: Page, options: ReplayOptions): Promise<Replay> {
  const blocks = page.blocks.filter((block) => isShell(block) && !(options.without ?? []).includes(block.about))
  const shell = spawn('bash', ['-c', scriptOf(blocks)], {
    cwd: options.cwd,
    env: options.env,
    detached: true, // A group of its own, so that ending it ends what the page started and nothing else.
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const chunks: string[] = []
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      chunks.push(chunk)
      if (options.echo) process.stdout.write(chunk.replaceAll(new RegExp(`${MARK}.*\n`, 'g'), ''))
    })
  }
  const group = -(shell.pid ?? 0)
  const timer = setTimeout(() => signal(group, 'SIGTERM'), options.timeoutMs)
  const [status] = (await once(shell, 'exit')) as [number | null]
  clearTimeout(timer)
  await endGroup(group)
  const said = chunks.join('')
  return { status, output: said.replaceAll(new RegExp(`${MARK}.*\n`, 'g'), ''), blocks: timesIn(said) }
}

/** False when nothing of the group runs any more. */
function signal(group: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(group, name)
  } catch {
    return false
  }
}

const ORDERLY_END_MS = 20_000

async function endGroup(group: number): Promise<void> {
  signal(group, 'SIGTERM')
  for (const end = Date.now() + ORDERLY_END_MS; Date.now() < end && signal(group, 0);) await sleep(50)
  signal(group, 'SIGKILL')
}

function timesIn(output: string): Replay['blocks'] {
  const marks = [...output.matchAll(new RegExp(`${MARK} (\\d+) ([\\d.,]+)`, 'g'))].map(([, line, at = '']) => ({
    line: Number(line),
    at: Number(at.replace(',', '.')),
  }))
  return marks.slice(1).map(({ line, at }, index) => ({ line, seconds: at - (marks[index]?.at ?? at) }))
}
