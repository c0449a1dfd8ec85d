import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BUSINESS_ATTRIBUTES, GIVEN_KEYS, LOAN_ATTRIBUTES, PERSON_ATTRIBUTES } from './attributes.ts'
import { namesIn } from './formula.ts'

const TABLES = { business: BUSINESS_ATTRIBUTES, person: PERSON_ATTRIBUTES, loan: LOAN_ATTRIBUTES }

test('every formula asks only for attributes that stand before it, and no attribute is there twice', () => {
  let formulas = 0
  for (const [table, attributes] of Object.entries(TABLES)) {
    const known = new Set(['months', 'days'])
    for (const { key, formula } of attributes) {
      for (const { name, when } of formula === null ? [] : namesIn(formula.program)) {
        // Of another period everything is there already, itself too.
        const isKnown = known.has(name) || (when !== 'now' && attributes.some((other) => other.key === name))
        assert.ok(isKnown, `${table}: ${key} asks for ${name}, which does not stand before it`)
      }
      assert.ok(!known.has(key), `${table}: ${key} is there twice`)
      known.add(key)
      if (formula !== null) formulas += 1
    }
  }
  assert.ok(formulas >= 45, `only ${formulas} formulas`)
})

test('what a person may give is an attribute that no formula makes', () => {
  const all = Object.values(TABLES).flat()
  for (const key of GIVEN_KEYS) {
    const found = all.filter((attribute) => attribute.key === key)
    assert.ok(found.length > 0 && found.every(({ formula }) => formula === null), key)
  }
})
