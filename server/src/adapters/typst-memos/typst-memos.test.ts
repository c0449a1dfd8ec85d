import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import type { MemoDocument } from '../../engine/model/memo.ts'
import { coverageOf } from './font-coverage.ts'
import { TypstMemos } from './typst-memos.ts'

const memo: MemoDocument = {
  title: 'Credit memo',
  borrower: 'Harbor',
  dated: '2026-03-01T10:20:30.000Z',
  standing: 'Final spread, version 1',
  warning: null,
  foot: 'snap_1',
  facts: [{ label: 'Loan', value: 'Expansion' }],
  keyFigures: [],
  charts: [],
  sections: [{ heading: 'Risks', parts: [{ kind: 'text', text: 'None that we know.' }] }],
  seal: [{ label: 'Manifest', value: 'f'.repeat(64) }],
}

async function bytesOf(printer: TypstMemos, of: MemoDocument): Promise<Buffer> {
  const printed = await printer.print(of)
  assert.equal(printed.kind, 'printed', JSON.stringify(printed))
  return Buffer.from((printed as { bytes: Uint8Array }).bytes)
}

test('the same memo gives the same bytes, from any printer and after any other', async () => {
  const printer = new TypstMemos()
  const first = await bytesOf(printer, memo)
  assert.ok(!first.equals(await bytesOf(printer, { ...memo, borrower: 'Other' })))
  assert.ok(first.equals(await bytesOf(printer, memo)))
  assert.ok(first.equals(await bytesOf(new TypstMemos(), memo)))
})

test('a document that is not one is refused, not thrown', async () => {
  const printed = await new TypstMemos().print({ title: 'torn' } as MemoDocument)
  assert.equal(printed.kind, 'refused')
})

test('the coverage of a font is that of its letters', () => {
  const font = createRequire(import.meta.url).resolve(
    '@expo-google-fonts/ibm-plex-sans/400Regular/IBMPlexSans_400Regular.ttf',
  )
  const coverage = coverageOf(readFileSync(font))
  for (const letter of 'aZ09−–×÷†%$“”éЖΩ') assert.ok(coverage.has(letter.codePointAt(0) ?? 0), letter)
  for (const letter of ['漢', '😀', '\u0007']) assert.ok(!coverage.has(letter.codePointAt(0) ?? 0), letter)
})
