/** The walls around the children, tried from inside: each test runs a program that does what it must not be able to. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { compileReader, forgetCompiled } from '../../src/adapters/reader-pool/compiled-code.ts'
import { detectIsolation, isolated, type Isolation } from '../../src/adapters/reader-pool/isolation.ts'
import { readerProgram } from '../../src/adapters/reader-pool/reader-program.ts'

const found = detectIsolation()
const LIMITS: Isolation = { level: 'limits', description: 'for this test' }
const needsNamespaces = found.level === 'namespaces' ? false : found.description

/** Runs a script with everything that the reader's child has around it, in place of the reader. */
async function tryOut(isolation: Isolation, script: string, cpuSeconds = 60, compiled: string | null = null) {
  const program = readerProgram(cpuSeconds, compiled)
  const argv = [...program.argv.slice(0, -1), '--input-type=module', '--eval', script]
  const [command, ...args] = isolated(isolation, { ...program, argv })
  const child = spawn(command, args, { env: { SECRET: 'key', ...program.env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  return { code, signal, output }
}

test('this host lets children have namespaces of their own', { skip: needsNamespaces }, () => {
  assert.equal(found.level, 'namespaces')
})

test('where bubblewrap is missing or forbidden, the weaker form is taken and says why', () => {
  const missing = detectIsolation('/usr/bin/no-such-program')
  assert.equal(missing.level, 'limits')
  assert.match(missing.description, /is missing.*without network/)
  const forbidden = detectIsolation('/usr/bin/false')
  assert.equal(forbidden.level, 'limits')
  assert.match(forbidden.description, /does not work here/)
})

test('a child reaches no network, not even the loopback of its own host', { skip: needsNamespaces }, async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  let connections = 0
  server.on('connection', () => (connections += 1))
  const { port } = server.address() as AddressInfo
  const script = `import net from 'node:net'
    const socket = net.connect(${port}, '127.0.0.1')
    socket.on('connect', () => { console.log('connected'); process.exit() })
    socket.on('error', (error) => { console.log(error.code); process.exit() })`
  const { output } = await tryOut(found, script)
  server.close()
  assert.match(output, /ECONNREFUSED|ENETUNREACH|EADDRNOTAVAIL/)
  assert.equal(connections, 0)
})

test('a child sees no other process and no secret of its parent', { skip: needsNamespaces }, async () => {
  const script = `import { readdirSync } from 'node:fs'
    let processes = 'none'
    try { processes = String(readdirSync('/proc').length) } catch {}
    console.log(JSON.stringify({ pid: process.pid, secret: process.env.SECRET ?? null, processes }))`
  const { output } = await tryOut(found, script)
  assert.match(output, /"secret":null,"processes":"none"/)
  const pid = Number(/"pid":(\d+)/.exec(output)?.[1])
  assert.ok(pid < 20, `it has the number ${pid}, as if it saw the host's processes`)
})

test(
  'a child starts from code compiled ahead, and can neither change it nor add to it',
  { skip: needsNamespaces },
  async () => {
    const folder = await compileReader(found)
    assert.ok(folder)
    const files = globSync(`${folder}/*/*`)
    assert.ok(files.length > 10, `${files.length} modules are compiled`)
    const script = `import { appendFileSync, unlinkSync, writeFileSync } from 'node:fs'
      import { getCompileCacheDir } from 'node:module'
      console.log(getCompileCacheDir()?.startsWith(${JSON.stringify(folder)}) ? 'used' : 'not used')
      const attempts = [
        () => writeFileSync(${JSON.stringify(`${folder}/new`)}, ''),
        () => appendFileSync(${JSON.stringify(files[0])}, 'x'),
        () => unlinkSync(${JSON.stringify(files[0])}),
      ]
      for (const attempt of attempts) try { attempt(); console.log('done') } catch (error) { console.log(error.code) }`
    const { output } = await tryOut(found, script, 60, folder)
    await forgetCompiled(folder)
    assert.deepEqual(output.trim().split('\n'), ['used', 'EROFS', 'EROFS', 'EROFS'])
  },
)

test('where a child could write to it, no code is compiled ahead', async () => {
  assert.equal(await compileReader(LIMITS), null)
})

for (const isolation of [found, LIMITS]) {
  const level = isolation === LIMITS ? 'with limits only' : 'with the walls of this host'

  test(`${level}, a child reads nothing but its own code`, async () => {
    const script = `import { readFileSync } from 'node:fs'
      for (const path of ['/etc/passwd', '/proc/self/environ', ${JSON.stringify(`${process.cwd()}/package.json`)}])
        try { console.log('read', path, readFileSync(path).length) } catch (error) { console.log(error.code) }`
    const { output } = await tryOut(isolation, script)
    assert.doesNotMatch(output, /read/)
    assert.equal(output.match(/ERR_ACCESS_DENIED|ENOENT/g)?.length, 3, output)
  })

  test(`${level}, a child writes no file and starts no program`, async () => {
    const script = `import { writeFileSync } from 'node:fs'
      import { spawnSync } from 'node:child_process'
      try { writeFileSync(${JSON.stringify(`${tmpdir()}/tieout-escape`)}, 'x'); console.log('wrote') } catch (error) { console.log(error.code) }
      try { console.log('ran', spawnSync('/bin/true').status) } catch (error) { console.log(error.code) }`
    const { output } = await tryOut(isolation, script)
    assert.doesNotMatch(output, /wrote|ran/)
  })

  test(`${level}, memory ends at the ceiling, also the memory that V8 does not count`, async () => {
    const script = `const kept = []
      let megabytes = 0
      try { for (; megabytes < 3000; megabytes += 16) kept.push(Buffer.alloc(16 * 1024 * 1024, 1)) } catch {}
      console.log('megabytes', megabytes)`
    const { output, signal, code } = await tryOut(isolation, script)
    const megabytes = Number(/megabytes (\d+)/.exec(output)?.[1] ?? 0)
    assert.ok(megabytes <= 1024, `it got ${megabytes} MB`)
    if (megabytes === 0) assert.ok(signal !== null || code !== 0, 'it neither said how far it came nor ended')
  })

  test(`${level}, processor time ends at its limit`, async () => {
    const started = performance.now()
    const { code, signal } = await tryOut(isolation, 'for (;;);', 1)
    assert.ok(signal !== null || code !== 0)
    assert.ok(performance.now() - started < 60_000)
  })
}
