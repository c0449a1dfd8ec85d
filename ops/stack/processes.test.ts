import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { isOurs, kill, ensureRunning, runningPid, stop, takenPorts, waitFor, type Daemon } from './processes.ts'
import { StackProblem } from './plan.ts'

const redis = { program: 'redis-server', marker: '/checkout/.stack/redis/redis.conf' }

for (const [what, commandLine, ours] of [
  ['the engine with our configuration', ['/usr/bin/redis-server', redis.marker], true],
  ['the engine with our configuration as an option', ['redis-server', `--conf=${redis.marker}`], true],
  ["another checkout's engine", ['redis-server', '/other/.stack/redis/redis.conf'], false],
  ["the system's own engine", ['/usr/bin/redis-server', '127.0.0.1:6379'], false],
  ['an editor that has our configuration open', ['vi', redis.marker], false],
  ['a program that took over the pid', ['/usr/bin/sleep', '1000'], false],
  ['a process that is gone', [], false],
] as const) {
  test(`${what} is ${ours ? 'ours' : 'not ours'}`, () => assert.equal(isOurs(commandLine, redis), ours))
}

/** `tail -f FILE` stands in for an engine: a program whose command line names a file of ours. */
function withDaemon(work: (daemon: Daemon, start: () => void) => Promise<void>): () => Promise<void> {
  return async () => {
    const dir = mkdtempSync(join(tmpdir(), 'stack-test-'))
    const marker = join(dir, 'conf')
    writeFileSync(marker, '')
    const [pidFile, logFile] = [join(dir, 'pid'), join(dir, 'log')]
    const daemon: Daemon = { name: 'tail', program: 'tail', marker, pidFile, logFile, stopSignal: 'SIGTERM' }
    try {
      await work(daemon, () => ensureRunning(daemon, { command: 'tail', args: ['-f', marker], cwd: dir }))
    } finally {
      await kill(daemon)
      rmSync(dir, { recursive: true })
    }
  }
}

const answered = () => Promise.resolve('answered')

test(
  'a started daemon is found by its pid file, and gone after a stop',
  withDaemon(async (daemon, start) => {
    start()
    await waitFor({ seconds: 5, daemons: [daemon], probe: answered })
    assert.equal(runningPid(daemon), Number(readFileSync(daemon.pidFile, 'utf8')))
    await stop(daemon)
    assert.equal(runningPid(daemon), undefined)
    assert.equal(existsSync(daemon.pidFile), false)
  }),
)

test(
  'a daemon whose pid file was lost is still found and ended',
  withDaemon(async (daemon, start) => {
    start()
    const pid = Number(readFileSync(daemon.pidFile, 'utf8'))
    rmSync(daemon.pidFile)
    assert.equal(runningPid(daemon), pid)
    await stop(daemon)
    assert.equal(runningPid(daemon), undefined)
  }),
)

test(
  'a pid file that names a stranger harms nobody',
  withDaemon(async (daemon) => {
    const stranger = spawn('sleep', ['60'])
    try {
      await once(stranger, 'spawn')
      writeFileSync(daemon.pidFile, `${String(stranger.pid)}\n`)
      assert.equal(runningPid(daemon), undefined)
      await stop(daemon)
      await kill(daemon)
      assert.equal(stranger.exitCode ?? stranger.signalCode, null)
      process.kill(stranger.pid!, 0)
    } finally {
      stranger.kill()
    }
  }),
)

test(
  'waiting ends early, with the log, when the daemon has died',
  withDaemon(async (daemon) => {
    ensureRunning(daemon, { command: 'tail', args: ['--no-such-option', daemon.marker], cwd: '/' })
    const silent = () => Promise.reject(new Error('nobody listens'))
    const begun = performance.now()
    await assert.rejects(waitFor({ seconds: 30, daemons: [daemon], probe: silent }), (error) => {
      assert.ok(error instanceof StackProblem)
      assert.match(error.message, /tail ended while starting[^]*no-such-option/)
      return true
    })
    assert.ok(performance.now() - begun < 10_000)
  }),
)

test(
  'a daemon whose program the kernel still brings in is not taken for one that has died',
  withDaemon(async (daemon) => {
    const nameless = spawn('perl', ['-e', '$0 = ""; $| = 1; print "now"; sleep 60'])
    try {
      await once(nameless.stdout, 'data')
      writeFileSync(daemon.pidFile, `${String(nameless.pid)}\n`)
      let tries = 0
      const probe = () => (++tries < 3 ? Promise.reject(new Error('not yet')) : Promise.resolve('there'))
      assert.equal(await waitFor({ seconds: 30, daemons: [daemon], probe }), 'there')
      nameless.kill()
      await once(nameless, 'exit')
      await assert.rejects(waitFor({ seconds: 30, daemons: [daemon], probe }), /ended while starting/)
    } finally {
      nameless.kill()
    }
  }),
)

test(
  'waiting ends at the deadline with the last answer',
  withDaemon(async (daemon, start) => {
    start()
    const silent = () => Promise.reject(new Error('nobody listens'))
    await assert.rejects(
      waitFor({ seconds: 0.2, daemons: [daemon], probe: silent }),
      /no answer within 0.2 s \(nobody listens\)/,
    )
  }),
)

test('a port that another program holds is reported, a free one is not', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  assert.deepEqual(await takenPorts([port]), [port])
  server.close()
  await once(server, 'close')
  assert.deepEqual(await takenPorts([port]), [])
})
