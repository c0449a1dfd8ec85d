/** What axe finds in a frame that would keep somebody from using it. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Frame } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Finding {
  readonly id: string
  readonly impact: string | null
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
}

/** Serious and critical findings, each with what it is about; fails when axe has looked at nothing. */
export async function seriousFindings(frame: Frame): Promise<string[]> {
  // The page's policy forbids scripts that are not its own; what a debugger evaluates is not held by it.
  await frame.evaluate(AXE)
  const { violations, passes } = await frame.evaluate<{ violations: Finding[]; passes: unknown[] }>('axe.run()')
  if (passes.length < 5) throw new Error('axe has looked at nothing')
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`))
}
