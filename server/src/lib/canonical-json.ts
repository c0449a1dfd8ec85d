/**
 * One text for one value: members in the order of their names, no spaces (RFC 8785 for values without floats). What is
 * hashed in this form can be hashed again by anybody who has the JSON, in whatever order its members arrived.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    member !== null && typeof member === 'object' && !Array.isArray(member) ? sorted(member) : member,
  )
}

/** By code units, which is what RFC 8785 asks for and what comparing strings does. */
function sorted(members: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
}
