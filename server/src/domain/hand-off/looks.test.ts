import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Looks } from './looks.ts'

const at = (seconds: number): Date => new Date(1_800_000_000_000 + seconds * 1000)

test('until the queue was once found empty every look is at the whole of it', () => {
  const looks = new Looks()
  assert.equal(looks.next(at(0)).since, null)
  assert.equal(looks.next(at(5)).since, null)
})

test('after an empty queue a look begins a minute before that moment, however long the queue then is', () => {
  const looks = new Looks()
  looks.foundEmpty(looks.next(at(0)), at(0))
  assert.deepEqual(looks.next(at(10)).since, at(-60))
  assert.deepEqual(looks.next(at(20)).since, at(-60))
  looks.foundEmpty(looks.next(at(20)), at(20))
  assert.deepEqual(looks.next(at(21)).since, at(-40))
})

test('the whole queue is looked at twice a minute, until a whole look has left nothing behind', () => {
  const looks = new Looks()
  looks.foundEmpty(looks.next(at(0)), at(0))
  looks.foundEmpty(looks.next(at(29)), at(29))
  assert.deepEqual(looks.next(at(29.9)).since, at(-31))
  assert.equal(looks.next(at(30)).since, null)
  assert.equal(looks.next(at(31)).since, null)
  looks.foundEmpty(looks.next(at(31)), at(31))
  assert.deepEqual(looks.next(at(60)).since, at(-29))
})
