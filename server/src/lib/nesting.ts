const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Whether the lists and objects of a JSON text stand in each other deeper than so many levels. Looked at letter by
 * letter before the text is read: whoever walks the value calls itself once a level, and a megabyte of brackets is more
 * levels than any stack holds. Brackets in strings are letters like others. Text that is no JSON is the parser's to refuse.
 */
export function nestsDeeperThan(levels: number, json: string): boolean {
  let open = 0
  let inString = false
  for (let index = 0; index < json.length; index += 1) {
    const letter = json.charCodeAt(index)
    if (letter === QUOTE) inString = !inString
    else if (inString) {
      if (letter === BACKSLASH) index += 1
    } else if (letter === OPEN_LIST || letter === OPEN_OBJECT) {
      open += 1
      if (open > levels) return true
    } else if (letter === CLOSE_LIST || letter === CLOSE_OBJECT) open -= 1
  }
  return false
}
