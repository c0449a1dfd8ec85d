/**
 * Which characters a TrueType font can show, from its own table: a file that is accessible may not hold a character
 * without a shape, and people write what they like.
 */

const DIRECTORY_START = 12
const DIRECTORY_ENTRY = 16
const SEGMENT_MAPPING = 4
const COVERAGE_MAPPING = 12

/** The code points of the font, by the widest of its tables that this reads. */
export function coverageOf(font: Buffer): ReadonlySet<number> {
  const start = tableStart(font, 'cmap')
  const points = new Set<number>()
  for (let at = 0; at < font.readUInt16BE(start + 2); at += 1) {
    const table = start + font.readUInt32BE(start + 4 + at * 8 + 4)
    const format = font.readUInt16BE(table)
    if (format === SEGMENT_MAPPING) addSegments(font, table, points)
    if (format === COVERAGE_MAPPING) addGroups(font, table, points)
  }
  if (points.size === 0) throw new Error('the font has no table of characters that can be read')
  return points
}

function tableStart(font: Buffer, name: string): number {
  for (let at = 0; at < font.readUInt16BE(4); at += 1) {
    const entry = DIRECTORY_START + at * DIRECTORY_ENTRY
    if (font.toString('latin1', entry, entry + 4) === name) return font.readUInt32BE(entry + 8)
  }
  throw new Error(`the font has no ${name} table`)
}

/** Runs of characters, with the ends first and the beginnings after them. */
function addSegments(font: Buffer, table: number, points: Set<number>): void {
  const bytes = font.readUInt16BE(table + 6)
  const [ends, starts] = [table + 14, table + 16 + bytes]
  for (let at = 0; at < bytes; at += 2) {
    const [first, last] = [font.readUInt16BE(starts + at), font.readUInt16BE(ends + at)]
    for (let point = first; point <= last && point < 0xffff; point += 1) points.add(point)
  }
}

function addGroups(font: Buffer, table: number, points: Set<number>): void {
  for (let at = 0; at < font.readUInt32BE(table + 12); at += 1) {
    const group = table + 16 + at * 12
    for (let point = font.readUInt32BE(group); point <= font.readUInt32BE(group + 4); point += 1) points.add(point)
  }
}
