import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decodeCursor, encodeCursor } from './cursor.ts'

const key = Buffer.alloc(32, 7)
const scope = { list: 'borrowers', workspaceId: 'ws_1', filters: { intake: false } }
const anyMoment = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2200-01-01') })
const anyPosition = fc.record({ createdAt: anyMoment, uuid: fc.uuid() }, { noNullPrototype: true })

test('a cursor gives back the position it was made from', () => {
  fc.assert(
    fc.property(anyPosition, (at) => assert.deepEqual(decodeCursor(key, scope, encodeCursor(key, scope, at)), at)),
  )
})

test('a cursor is refused by another list, another workspace, another filter and another key', () => {
  fc.assert(
    fc.property(anyPosition, (at) => {
      const cursor = encodeCursor(key, scope, at)
      assert.equal(decodeCursor(key, { ...scope, list: 'loans' }, cursor), null)
      assert.equal(decodeCursor(key, { ...scope, workspaceId: 'ws_2' }, cursor), null)
      assert.equal(decodeCursor(key, { ...scope, filters: { intake: true } }, cursor), null)
      assert.equal(decodeCursor(Buffer.alloc(32, 8), scope, cursor), null)
    }),
  )
})

test('a cursor with any one character changed is refused', () => {
  fc.assert(
    fc.property(anyPosition, fc.nat(), fc.constantFrom(...'Az09-_'), (at, spot, character) => {
      const cursor = encodeCursor(key, scope, at)
      const index = spot % cursor.length
      fc.pre(cursor[index] !== character)
      assert.equal(decodeCursor(key, scope, cursor.slice(0, index) + character + cursor.slice(index + 1)), null)
    }),
  )
})

test('arbitrary text is never a cursor and never throws', () => {
  fc.assert(fc.property(fc.string({ maxLength: 300 }), (text) => assert.equal(decodeCursor(key, scope, text), null)))
})
