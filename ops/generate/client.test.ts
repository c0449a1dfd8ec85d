import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Tieout } from '../../sdk/src/index.ts'
import type { OpenApi } from './client.ts'
import { comment, typeOf } from './schema-types.ts'
import type { Schema } from './schema-types.ts'

test('the sdk has a method for every operation of the contract, and no other', () => {
  const { paths } = JSON.parse(readFileSync('contract/openapi.json', 'utf8')) as OpenApi
  const operations = Object.values(paths).flatMap((path) => Object.values(path).map((one) => one.operationId))
  const methods = Object.getOwnPropertyNames(Tieout.prototype).filter((name) => name !== 'constructor')
  assert.ok(operations.length >= 39)
  assert.deepEqual(methods.sort(), operations.sort())
})

const CASES: readonly [Schema, string][] = [
  [{ type: 'integer' }, 'number'],
  [{ type: ['string', 'null'] }, 'string | null'],
  [{ type: ['string', 'null'], enum: ['a', null] }, '"a" | null'],
  [{ $ref: '#/components/schemas/Loan' }, 'Loan'],
  [{ type: 'array', items: { type: ['string', 'null'] } }, 'readonly (string | null)[]'],
  [{ anyOf: [{ $ref: '#/components/schemas/Loan' }, { type: 'null' }] }, 'Loan | null'],
  [{ type: 'object', properties: { a: { type: 'string' }, b: {} }, required: ['a'] }, '{\n"a": string\n"b"?: unknown\n}'],
  [{ type: 'object', patternProperties: { '^.$': { type: 'string' } } }, 'Readonly<Record<string, string>>'],
  [{ type: 'object', additionalProperties: { type: 'integer' } }, 'Readonly<Record<string, number>>'],
  [{ type: 'object' }, 'Readonly<Record<string, unknown>>'],
] // prettier-ignore

for (const [schema, type] of CASES)
  test(`${JSON.stringify(schema)} is ${type}`, () => assert.equal(typeOf(schema), type))

test('a JSON type that nobody has described is refused', () => {
  assert.throws(() => typeOf({ type: 'date' }), /no TypeScript type/)
})

test('a description cannot end the comment it stands in', () => {
  assert.equal(comment(['a */ b']), '/** a *\\/ b */\n')
})
