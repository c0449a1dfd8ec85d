import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { csvCell, toCsv } from './csv.ts'

test('a cell that would be a formula is text, and a number stays a number', () => {
  for (const [cell, written] of [
    ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
    ['+1+1', "'+1+1"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['  =1', "'  =1"],
    ['\t=1', "'\t=1"],
    ['-1,200.00', `"'-1,200.00"`],
    ['-1200.00', '-1200.00'],
    ['-0.05', '-0.05'],
    ['Rent', 'Rent'],
    ['Smith, Jones', '"Smith, Jones"'],
    [null, ''],
    [true, 'true'],
  ] as const)
    assert.equal(csvCell(cell), written)
})

/** Reads RFC 4180, as any program would. */
function parse(text: string): string[][] {
  const rows: string[][] = [[]]
  const token = /"((?:[^"]|"")*)"|([^,\r\n]*)/y
  for (let at = 0; at < text.length;) {
    token.lastIndex = at
    const match = token.exec(text)
    assert.ok(match)
    rows.at(-1)?.push(match[1] === undefined ? (match[2] ?? '') : match[1].replaceAll('""', '"'))
    at = token.lastIndex
    if (text[at] === ',') {
      at += 1
      if (at === text.length || text[at] === '\r') rows.at(-1)?.push('')
    }
    if (text.startsWith('\r\n', at)) {
      at += 2
      rows.push([])
    }
  }
  return rows.slice(0, -1)
}

test('every table can be read back, cell for cell, but for the apostrophes before formulas', () => {
  const cell = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom('=1', '-3.50', 'a,b', '"', '\r\n'))
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 5 }), (rows) => {
      const read = parse(toCsv(rows))
      assert.equal(read.length, rows.length)
      for (const [index, row] of rows.entries())
        for (const [column, written] of row.entries()) {
          const back = read[index]?.[column] ?? null
          assert.ok(back === written || back === `'${written}`, JSON.stringify([back, written]))
          if (back === written) assert.ok(/^-?\d+(\.\d+)?$/.test(written) || !/^\s*[=+\-@|]/.test(written))
        }
    }),
  )
})
