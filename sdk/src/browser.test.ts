/** What a browser gets: the main entry and all it imports, with nothing of Node in it. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import ts from 'typescript'

const ROOT = resolve(import.meta.dirname)

/** The modules that an entry loads, by what they import at run time; imports of types vanish. */
function loaded(entry: string, seen = new Map<string, string[]>()): ReadonlyMap<string, string[]> {
  if (seen.has(entry)) return seen
  const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, verbatimModuleSyntax: true }
  const { outputText } = ts.transpileModule(readFileSync(entry, 'utf8'), { compilerOptions: options })
  const names = ts.preProcessFile(outputText).importedFiles.map(({ fileName }) => fileName)
  seen.set(entry, names)
  for (const name of names) if (name.startsWith('.')) loaded(join(dirname(entry), name), seen)
  return seen
}

test('the main entry imports nothing but files of the sdk', () => {
  const modules = loaded(join(ROOT, 'index.ts'))
  assert.ok(modules.size >= 12, `only ${modules.size} modules were seen`)
  const foreign = [...modules].flatMap(([path, names]) =>
    names.filter((name) => !name.startsWith('.')).map((name) => `${relative(ROOT, path)} imports ${name}`),
  )
  assert.deepEqual(foreign, [])
})

test('the check above can fail: the entry for servers imports crypto', () => {
  assert.ok([...loaded(join(ROOT, 'webhooks.ts')).values()].flat().includes('node:crypto'))
})

/** A realm with what browsers have and nothing else: no process, no Buffer, no require, no way to import. */
const REALM = `
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import vm from 'node:vm'
const names = ['fetch', 'URL', 'URLSearchParams', 'Headers', 'Response', 'Request', 'AbortController', 'AbortSignal', 'Blob',
  'TextDecoder', 'TextEncoder', 'TransformStream', 'ReadableStream', 'crypto', 'performance', 'setTimeout', 'clearTimeout']
const realm = vm.createContext(Object.fromEntries(names.map((name) => [name, globalThis[name]])))
const modules = new Map()
const load = (path) => {
  if (!modules.has(path))
    modules.set(path, new vm.SourceTextModule(stripTypeScriptTypes(readFileSync(path, 'utf8')), { context: realm, identifier: path }))
  return modules.get(path)
}
const entry = load(process.argv[1])
await entry.link((name, from) => load(join(dirname(from.identifier), name)))
await entry.evaluate()
const { Tieout, verifyMapping, followEvents } = entry.namespace
const answer = new Response(JSON.stringify({ data: [{ id: 'bor_1' }], limit: 25, next_cursor: null }), { headers: { 'content-type': 'application/json' } })
const tieout = new Tieout({ baseUrl: 'https://tieout.example.com', apiKey: 'svc_test_x', fetch: async () => answer })
const ids = []
for await (const borrower of tieout.listBorrowers()) ids.push(borrower.id)
console.log(JSON.stringify({ ids, holds: verifyMapping({}).holds, follows: typeof followEvents, modules: modules.size }))
`

test('the main entry loads, calls and verifies where only what browsers have is there', async () => {
  const args = [
    '--no-warnings',
    '--experimental-vm-modules',
    '--input-type=module',
    '-e',
    REALM,
    join(ROOT, 'index.ts'),
  ]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  const { modules, ...rest } = JSON.parse(stdout) as { modules: number }
  assert.deepEqual(rest, { ids: ['bor_1'], holds: false, follows: 'function' })
  assert.ok(modules >= 12)
})
