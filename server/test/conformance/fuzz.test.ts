/** Every operation of the committed contract, called with requests made from the contract and its edges. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { ID_PREFIXES, newId } from '../../src/lib/ids.ts'
import { setRateLimits } from '../../src/store/operator.ts'
import { fitting, nearlyFitting } from '../support/arbitrary.ts'
import type { JsonSchema } from '../support/arbitrary.ts'
import { seedTenant } from '../support/seed.ts'
import type { Seeds } from '../support/seed.ts'
import { startTestService } from '../support/service.ts'

interface Operation {
  operationId: string
  parameters: { $ref?: string; name: string; in: string; schema: JsonSchema }[]
  requestBody?: { content: { 'application/json': { schema: JsonSchema } } }
  responses: Record<string, { content?: { 'application/json'?: { schema: JsonSchema } } }>
}
interface Contract {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, JsonSchema> }
}

const RUNS = Number(process.env['FUZZ_RUNS'] ?? 40)
const contract = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../contract/openapi.json'), 'utf8'),
) as Contract
const resolve = (ref: string): JsonSchema => contract.components.schemas[ref.replace('#/components/schemas/', '')] ?? {}

const ajv = new Ajv2020({ strict: false, validateFormats: true })
addFormats.default(ajv)
ajv.addSchema({ $id: 'contract', components: contract.components })
const operations = Object.entries(contract.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
)

const service = await startTestService()
const tenant = await service.tenant()
await setRateLimits(service.operator, tenant.keyId, { api: 1e6, upload: 1e6, export: 1e6, strict: 1e6 })

/** What may stand where an id belongs: real ones, unknown ones, and anything at all. */
const pathTexts = (seeds: Seeds) =>
  fc.oneof(
    { arbitrary: fc.constantFrom(...seeds.values()), weight: 12 },
    { arbitrary: fc.constantFrom(...ID_PREFIXES).map(newId), weight: 2 },
    {
      arbitrary: fc
        .string({ unit: 'binary', minLength: 1, maxLength: 40 })
        .filter((text) => !/^\.{1,2}$/.test(text) && text.isWellFormed()),
      weight: 1,
    },
  )
const headers = fc.record(
  {
    'service-version': fc.oneof(
      { arbitrary: fc.constantFrom('2026-07-19', '2026-05-03'), weight: 9 },
      { arbitrary: fc.constantFrom('2020-01-01', 'x'), weight: 1 },
    ),
    'idempotency-key': fc.oneof(
      { arbitrary: fc.stringMatching(/^[\x21-\x7e]{1,60}$/), weight: 9 },
      { arbitrary: fc.constant('k'.repeat(256)), weight: 1 },
    ),
  },
  { requiredKeys: [], noNullPrototype: true },
)

function compiled(schema: JsonSchema) {
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"contract#/components/')
  return ajv.compile(JSON.parse(text) as object)
}

const seen = new Map<number, number>()
for (const { path, method, operation } of operations) {
  test(`bar 44: ${operation.operationId}: no 5xx, no undocumented status or shape`, async () => {
    // Fresh ones for each operation: the one before may have deleted them.
    const seeds = await seedTenant(service, tenant)
    const query = operation.parameters.filter((parameter) => parameter.in === 'query')
    const bodySchema = operation.requestBody?.content['application/json'].schema
    const validators = new Map(
      Object.entries(operation.responses).map(([status, response]) => {
        const schema = response.content?.['application/json']?.schema
        return [Number(status), schema ? compiled(schema) : null]
      }),
    )
    const requests = fc.record({
      segments: fc.array(pathTexts(seeds), { minLength: 4, maxLength: 4 }),
      query: fc.record(
        Object.fromEntries(
          query.map(({ name, schema }) => [
            name,
            fc.oneof(fitting(schema, resolve).map(String), fc.string({ maxLength: 60 })),
          ]),
        ),
        { requiredKeys: [] },
      ),
      headers,
      body: bodySchema ? nearlyFitting(bodySchema, resolve) : fc.constant(undefined),
    })
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        let index = 0
        const filled = path.replaceAll(/\{[^}]+\}/g, () => encodeURIComponent(request.segments[index++ % 4] ?? ''))
        const search = new URLSearchParams(request.query as Record<string, string>).toString()
        const reply = await service.call(search ? `${filled}?${search}` : filled, {
          method,
          key: tenant.key,
          headers: request.headers,
          ...(request.body !== undefined && { body: request.body }),
        })
        seen.set(reply.status, (seen.get(reply.status) ?? 0) + 1)
        assert.ok(reply.status < 500, `${reply.status} ${reply.text}`)
        const media = reply.headers.get('content-type')?.split(';')[0] ?? ''
        const documented: Readonly<Record<string, unknown>> = operation.responses[reply.status]?.content ?? {}
        if (media !== 'application/json' && media in documented) return
        const validate = validators.get(reply.status)
        assert.notEqual(validate, undefined, `status ${reply.status} is not documented`)
        if (validate) assert.ok(validate(reply.json), `${reply.text}: ${JSON.stringify(validate.errors)}`)
        else assert.equal(reply.text, '')
      }),
      { numRuns: RUNS },
    )
  })
}

test('bar 44: the fuzz reached every kind of answer', () => {
  console.log(
    `bar 44: ${operations.length} operations, answers by status: ${[...seen]
      .sort()
      .map(([s, n]) => `${s}×${n}`)
      .join(' ')}`,
  )
  assert.ok(operations.length >= 18)
  for (const status of [200, 201, 400, 404]) assert.ok((seen.get(status) ?? 0) > 0, `no ${status} at all`)
})
