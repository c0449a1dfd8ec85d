import assert from 'node:assert/strict'
import { test } from 'node:test'
import { choosePostgresVersion, missingPackages, STACK_PROGRAMS } from './packages.ts'
import { portsFrom } from './plan.ts'
import { renderCephConf } from './object-store.ts'
import { renderPostgresConf, renderPostgresHba, rolesOf } from './postgres.ts'
import { renderRedisConf } from './redis.ts'
import { renderRestateToml } from './restate.ts'

const ports = portsFrom(21_000)
const CONFIGURATIONS = {
  postgres: renderPostgresConf({ port: ports.postgres, socketFolder: '/checkout/.stack/postgres', statistics: true }),
  redis: renderRedisConf({ port: ports.redis, dir: '/checkout/.stack/redis', password: 'pw' }),
  restate: renderRestateToml({ ports, identityFile: '/checkout/.stack/restate/identity.pem' }),
  ceph: renderCephConf({ dir: '/d', logs: '/l', fsid: 'f', ports, store: 'memstore', bytes: 1024 }),
}

for (const [engine, text] of Object.entries(CONFIGURATIONS)) {
  test(`${engine} listens on loopback and nowhere else`, () => {
    const addresses = text.match(/\b\d{1,3}(\.\d{1,3}){3}\b/g) ?? []
    assert.deepEqual([...new Set(addresses)], ['127.0.0.1'])
    assert.doesNotMatch(text, /[*]:|\[::\]/)
  })
}

test('PostgreSQL keeps fsync on and asks everybody for a password', () => {
  assert.match(CONFIGURATIONS.postgres, /^fsync = on$/m)
  for (const rule of renderPostgresHba().trim().split('\n')) assert.match(rule, / scram-sha-256$/)
})

test('PostgreSQL goes without a socket where its path would be too long for the kernel', () => {
  const conf = renderPostgresConf({ port: 1, socketFolder: `/${'x'.repeat(100)}`, statistics: false })
  assert.match(conf, /^unix_socket_directories = ''$/m)
  assert.match(CONFIGURATIONS.postgres, /^unix_socket_directories = '\/checkout\/.stack\/postgres'$/m)
})

test('statistics of statements are loaded only where the library is there', () => {
  const without = renderPostgresConf({ port: 1, socketFolder: '/d', statistics: false })
  assert.doesNotMatch(without, /shared_preload_libraries/)
  assert.match(CONFIGURATIONS.postgres, /^shared_preload_libraries = 'pg_stat_statements'$/m)
})

test('no role of the service is a superuser or passes row-level security', () => {
  const password = 'pw'
  const secrets = {
    ownerPassword: password,
    appPassword: password,
    workerPassword: password,
    operatorPassword: password,
  }
  const roles = rolesOf(secrets)
  assert.equal(roles.length, 4)
  for (const { options } of roles) assert.match(options, /\bNOSUPERUSER NOBYPASSRLS\b/)
  assert.deepEqual(
    roles.filter(({ options }) => / CREATEDB$/.test(options)).map(({ role }) => role),
    ['tieout_owner'],
  )
})

test('Redis writes nothing to disk', () => {
  assert.match(CONFIGURATIONS.redis, /^save ""$/m)
  assert.match(CONFIGURATIONS.redis, /^appendonly no$/m)
})

test('Restate has eight partitions and reports to nobody', () => {
  assert.match(CONFIGURATIONS.restate, /^default-num-partitions = 8$/m)
  assert.match(CONFIGURATIONS.restate, /^disable-telemetry = true$/m)
})

for (const [what, installed, dataVersion, chosen] of [
  ['15 where it is installed', ['13', '15', '17'], undefined, '15'],
  ['the newest where 15 is not', ['9', '16', '17'], undefined, '17'],
  ['the version that made the data', ['15', '17'], '17', '17'],
  ['nothing where that version is gone', ['15'], '13', undefined],
  ['nothing where none is installed', [], undefined, undefined],
] as const) {
  test(`PostgreSQL: ${what}`, () => assert.equal(choosePostgresVersion(installed, dataVersion), chosen))
}

test('only what is missing is installed', () => {
  assert.deepEqual(
    missingPackages(STACK_PROGRAMS, () => true, true),
    [],
  )
  assert.deepEqual(
    missingPackages(STACK_PROGRAMS, (program) => program !== 'radosgw', false),
    ['postgresql', 'radosgw'],
  )
  assert.deepEqual(
    missingPackages(STACK_PROGRAMS, () => false, true),
    [
      ...['redis-server', 'redis-tools', 'ceph-mon', 'ceph-osd', 'radosgw', 'ceph-common'],
      ...['tesseract-ocr', 'bubblewrap', 'poppler-utils'],
    ],
  )
})
