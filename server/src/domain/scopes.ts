/** What a key may be allowed to do. Each operation names exactly one of these, or none when any key will do. */
export const SCOPES = [
  'borrowers:read',
  'borrowers:write',
  'borrowers:delete',
  'loans:read',
  'documents:read',
  'documents:write',
  'documents:delete',
  'extractions:read',
  'extractions:write',
  'extractions:delete',
  'spreads:read',
  'spreads:write',
  'memos:read',
  'memos:write',
  'chart:read',
  'chart:write',
  'embed:write',
  'webhooks:read',
  'webhooks:write',
  'keys:read',
  'keys:write',
  'audit:read',
  'usage:read',
  'sandbox:reset',
] as const
export type Scope = (typeof SCOPES)[number]

export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text)
}
