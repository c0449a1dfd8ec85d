/** The page of every error type, made from the one table that decides them. */
import { PROBLEMS } from '../../server/src/lib/problem.ts'

export function errorsPage(): string {
  const rows = Object.entries(PROBLEMS).map(
    ([type, [status, message, remedy]]) => `| ${status} | \`${type}\` | ${message} | ${remedy} |`,
  )
  return `# Errors

Generated from the problem table; not edited by hand.

Every refusal has the body \`{ "error": { "type", "message", "request_id", "details" } }\`. Match on \`type\`: the
message is for people and may change. \`request_id\` is the \`X-Request-ID\` of the same response.

| status | type | what happened | what to do |
|---|---|---|---|
${rows.join('\n')}
`
}
