/** Why caption rules or an export map cannot be saved, one sentence per fault; empty when they can. */
import { normaliseFragment } from './caption.ts'
import type { CaptionRule } from './caption-rules.ts'
import type { Chart } from './chart.ts'
import { twinOf } from './chart.ts'
import type { ExportMap } from './export-map.ts'
import { sectionOf } from './places.ts'

export function ruleProblems(rules: readonly CaptionRule[], chart: Chart): string[] {
  const seen = new Map<string, number>()
  return rules.flatMap((rule, at) => {
    const problems: string[] = []
    const name = `rules[${at}]`
    const words = normaliseFragment(rule.caption.replaceAll('*', ' '))
    if (words === '') problems.push(`${name} names no word: its caption would fit every line or none`)
    const same = seen.get(sameness(rule))
    if (same !== undefined) problems.push(`${name} says the same as rules[${same}]`)
    else seen.set(sameness(rule), at)
    const account = chart.accountById.get(rule.accountId)
    if (!account) problems.push(`${name} sends lines to ${rule.accountId}, which is not on the chart`)
    else if (rule.section && rule.section !== sectionOf(account.place) && !twinOf(chart, account, rule.section))
      problems.push(
        `${name} speaks of lines in ${rule.section}, where ${rule.accountId} is not and has nothing like it`,
      )
    return problems
  })
}

function sameness({ match, caption, section }: CaptionRule): string {
  return JSON.stringify([
    match,
    match === 'pattern' ? caption.toLowerCase().trim() : normaliseFragment(caption),
    section,
  ])
}

/** Ids that are not on the chart are no fault: a mapping lists them, so that a person sees which codes nothing reaches. */
export function exportMapProblems({ accounts }: ExportMap): string[] {
  const seen = new Set<string>()
  return accounts.flatMap(({ accountId }, at) =>
    seen.size === seen.add(accountId).size ? [`accounts[${at}] gives ${accountId} a second code`] : [],
  )
}
