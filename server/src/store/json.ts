/** JSON for PostgreSQL, which takes neither NUL nor half a character: files hold both, and words come from files. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) => (typeof member === 'string' ? storable(member) : member))
}

export function jsonOrNull(value: unknown): string | null {
  return value === null ? null : toJson(value)
}

export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}
