import assert from 'node:assert/strict'
import { closeSync, fstatSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { SpoolFile } from './spool.ts'

function folderFor(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-spool-'))
  t.after(() => rmSync(folder, { recursive: true }))
  return folder
}

async function* parts(...contents: readonly (string | (() => void))[]): AsyncGenerator<Uint8Array> {
  for (const content of contents) {
    if (typeof content === 'string') yield await Promise.resolve(Buffer.from(content))
    else content()
  }
}

test('what is filled in can be read by whoever has the other end', async (t) => {
  const spool = new SpoolFile(folderFor(t))
  await spool.fill(parts('one ', 'two'))
  const bytes = Buffer.alloc(16)
  assert.equal(bytes.toString('utf8', 0, readSync(spool.readable, bytes)), 'one two')
  spool.close()
})

test('emptied, it holds the next document and nothing of the one before', async (t) => {
  const spool = new SpoolFile(folderFor(t))
  await spool.fill(parts('a long document'))
  spool.empty()
  assert.equal(fstatSync(spool.readable).size, 0)
  await spool.fill(parts('short'))
  const bytes = Buffer.alloc(16)
  assert.equal(bytes.toString('utf8', 0, readSync(spool.readable, bytes, 0, 16, 0)), 'short')
  spool.close()
  spool.empty()
})

test('a spool whose child dies while a document is written into it writes into no other file', async (t) => {
  const folder = folderFor(t)
  const spool = new SpoolFile(folder)
  const others: number[] = []
  const childDies = (): void => {
    spool.close()
    // Whoever opens files now would get the numbers that a hasty end gives back.
    for (let count = 0; count < 8; count += 1) others.push(openSync(join(folder, `other-${count}`), 'wx'))
  }
  await spool.fill(parts('before', childDies, 'after'))
  assert.equal(others.length, 8)
  assert.deepEqual(
    others.map((other) => fstatSync(other).size),
    others.map(() => 0),
  )
  for (const other of others) closeSync(other)
  assert.throws(() => fstatSync(spool.readable), /EBADF/)
})
