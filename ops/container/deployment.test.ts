/**
 * What ships an installation, as far as it can be held without a cluster: files parse, resources fit their schemas,
 * processes get every setting they need and none that nobody reads, and the hardening that the docs promise is there.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { parse, parseAllDocuments } from 'yaml'
import { parseConfig, Settings } from '../../server/src/main/config.ts'
import { secretFiles } from '../compose/prepare.ts'
import { stagesOf } from './replay.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

interface Container {
  readonly name: string
  readonly env?: readonly { readonly name: string; readonly value?: string }[]
  readonly envFrom?: readonly unknown[]
  readonly securityContext?: Record<string, unknown>
  readonly resources?: { readonly limits?: Record<string, string>; readonly requests?: Record<string, string> }
}

interface Resource {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly data?: Record<string, string>
  readonly spec: {
    readonly replicas?: number
    readonly podSelector?: { readonly matchLabels?: Record<string, string> }
    readonly selector?: { readonly matchLabels?: Record<string, string> }
    readonly policyTypes?: readonly string[]
    readonly ingress?: readonly unknown[]
    readonly template?: {
      readonly metadata: { readonly labels: Record<string, string> }
      readonly spec: { readonly containers: readonly Container[]; readonly securityContext: Record<string, unknown> }
    }
  }
}

const resources = globSync('ops/kubernetes/{base,worker,engines}/*.yaml', { cwd: ROOT })
  .filter((path) => !path.endsWith('kustomization.yaml'))
  .flatMap((path) => parseAllDocuments(read(path)).map((document) => document.toJS() as Resource))
const workloads = resources
  .filter((resource) => 'spec' in resource)
  .flatMap(({ kind, metadata, spec }) =>
    spec.template && (kind === 'Deployment' || kind === 'StatefulSet')
      ? [{ kind, metadata, spec, pod: spec.template }]
      : [],
  )
const own = workloads.filter(({ metadata }) => ['api', 'relay', 'worker'].includes(metadata.name))

/** Kinds of operators that are installed apart; their schemas are not on npm. */
const FOREIGN = ['postgresql.cnpg.io/v1', 'monitoring.coreos.com/v1']

test('every Kubernetes resource fits the schema of its kind', async () => {
  let checked = 0
  for (const resource of resources.filter(({ apiVersion }) => !FOREIGN.includes(apiVersion))) {
    const models = (await import(`kubernetes-models/${resource.apiVersion}`)) as Record<
      string,
      new (data: unknown) => { validate(): void }
    >
    const Model = models[resource.kind]
    assert.ok(Model, `${resource.apiVersion} has no ${resource.kind}`)
    assert.doesNotThrow(() => new Model(resource).validate(), `${resource.kind} ${resource.metadata.name}`)
    checked += 1
  }
  assert.ok(checked >= 25, `only ${checked} resources were checked`)
})

const noKubectl = spawnSync('kubectl', ['version', '--client']).status === 0 ? false : 'kubectl is not installed'
for (const part of ['base', 'worker', 'engines']) {
  test(`ops/kubernetes/${part} renders`, { skip: noKubectl }, () => {
    const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', join(ROOT, 'ops/kubernetes', part)], {
      encoding: 'utf8',
    })
    assert.equal(status, 0, stderr)
    const rendered = parseAllDocuments(stdout).map((document) => document.toJS() as Resource)
    assert.ok(rendered.length >= 6)
    if (part === 'worker') assert.match(stdout, /name: TIEOUT_WORKER_URL\n\s+value: http:\/\/worker-balancer-a\n/)
  })
}

test('a wrong resource does not pass for a right one', async () => {
  const { Deployment } = await import('kubernetes-models/apps/v1')
  const wrong = { metadata: { name: 'x' }, spec: { replicas: 'two', selector: {}, template: {} } }
  assert.throws(() => new Deployment(wrong as never).validate())
})

test('every process runs as nobody, with a read-only tree, without capabilities, and with a limit on memory', () => {
  assert.ok(workloads.length >= 7)
  for (const { metadata, pod } of workloads) {
    assert.equal(pod.spec.securityContext['runAsNonRoot'], true, metadata.name)
    for (const { name, securityContext, resources: limits } of pod.spec.containers) {
      assert.deepEqual(
        securityContext,
        { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
        name,
      )
      assert.ok(limits?.limits?.['memory'], `${name} has no limit on memory`)
    }
  }
})

test('whatever runs more than once has a budget for disruptions', () => {
  const budgets = resources
    .filter(({ kind }) => kind === 'PodDisruptionBudget')
    .map((one) => one.spec.selector?.matchLabels?.['app'])
  for (const { metadata, spec, pod } of workloads)
    if ((spec.replicas ?? 1) > 1) assert.ok(budgets.includes(pod.metadata.labels['app']), metadata.name)
})

test('everything is closed by default, and nothing outside reaches a worker or an engine', () => {
  const policies = resources.filter(({ kind }) => kind === 'NetworkPolicy')
  const closed = policies.find(({ metadata }) => metadata.name === 'closed')
  assert.deepEqual(closed?.spec, { podSelector: {}, policyTypes: ['Ingress', 'Egress'] })
  const reachable = policies
    .filter(({ spec }) => (spec.ingress ?? []).some((rule) => !Object.hasOwn(rule as object, 'from')))
    .map(({ metadata }) => metadata.name)
  assert.deepEqual(reachable, ['edge'])
  for (const { metadata, pod } of workloads)
    assert.ok(
      policies.some(({ spec }) => spec.podSelector?.matchLabels?.['app'] === pod.metadata.labels['app']),
      `${metadata.name} has no way in or out`,
    )
})

const SECRETS = {
  TIEOUT_DATABASE_APP_URL: 'postgres://x',
  TIEOUT_DATABASE_WORKER_URL: 'postgres://x',
  TIEOUT_REDIS_URL: 'redis://x',
  TIEOUT_RESTATE_IDENTITY_KEY: 'publickeyv1_x',
  TIEOUT_S3_ENDPOINT: 'https://s3.example.com',
  TIEOUT_S3_ACCESS_KEY: 'x',
  TIEOUT_S3_SECRET_KEY: 'x',
  TIEOUT_SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
  TIEOUT_KEY_ENCRYPTION_KEYS: `first:${Buffer.alloc(32, 2).toString('base64')}`,
}

test('in Kubernetes every process has the settings it needs, and none that nobody reads', () => {
  const settings = resources.find(({ metadata }) => metadata.name === 'tieout-settings')?.data ?? {}
  assert.equal(own.length, 3)
  for (const { pod } of own) {
    const [container] = pod.spec.containers
    const env = Object.fromEntries((container?.env ?? []).map(({ name, value }) => [name, value]))
    const all = { ...settings, ...SECRETS, ...env }
    assert.doesNotThrow(() => parseConfig(all))
    for (const name of Object.keys(all)) assert.ok(name in Settings.properties, `nothing reads ${name}`)
  }
  const listed = read('docs/operate/deployment.md')
  for (const name of Object.keys(SECRETS))
    assert.ok(listed.includes(`\`${name}\``), `${name} is not in the list of secrets`)
})

interface Service {
  readonly environment?: Record<string, string>
  readonly ports?: readonly string[]
  readonly networks: readonly string[]
  readonly image: string
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
  readonly user?: string
}

test('on one machine every process has its settings, only the edge has a port, and only workers have a way out', () => {
  const { services } = parse(read('ops/compose/compose.yaml'), { merge: true }) as { services: Record<string, Service> }
  const given: Record<string, string> = {
    S3_ENDPOINT: 'https://s3.example.com',
    S3_ACCESS_KEY: 'x',
    S3_SECRET_KEY: 'x',
  }
  for (const [, name = '', value = ''] of (secretFiles('tieout.example.com')['.env'] ?? '').matchAll(/^(\w+)=(.*)$/gm))
    given[name] ??= value
  const filled = (text: string): string =>
    text.replaceAll(/\$\{(\w+)(:[?-])?([^}]*)\}/g, (_whole, name: string, kind: string, otherwise: string) => {
      const value = given[name] ?? (kind === ':-' ? otherwise : undefined)
      assert.ok(value, `${name} is asked for and never made`)
      return value
    })
  const processes = Object.entries(services).filter(([, { image }]) => image === 'tieout')
  assert.deepEqual(processes.map(([name]) => name).sort(), ['api', 'migrate', 'relay', 'worker'])
  for (const [name, service] of processes) {
    const env = Object.fromEntries(Object.entries(service.environment ?? {}).map(([key, text]) => [key, filled(text)]))
    assert.doesNotThrow(() => parseConfig(env), name)
    for (const key of Object.keys(env)) assert.ok(key in Settings.properties, `nothing reads ${key}`)
    assert.ok(service.read_only === true && service.user === '10001:10001' && service.cap_drop?.[0] === 'ALL', name)
  }
  const published = Object.entries(services).filter(([, { ports }]) => (ports ?? []).length > 0)
  assert.deepEqual(
    published.map(([name]) => name),
    ['edge'],
  )
  assert.deepEqual(
    Object.entries(services).flatMap(([name, { networks }]) => (networks.includes('outward') ? [name] : [])),
    ['worker'],
  )
})

test('the secrets of a new installation fit each other and differ every time', () => {
  const [one, two] = [secretFiles('a.example.com'), secretFiles('a.example.com')]
  assert.notEqual(one['.env'], two['.env'])
  const password = /^APP_PASSWORD=(\w+)$/m.exec(one['.env'] ?? '')?.[1] ?? ''
  assert.ok(password.length >= 32 && one['roles.sql']?.includes(`tieout_app LOGIN PASSWORD '${password}'`))
})

test('the edge of the cluster and the edge of one machine have the same rules', () => {
  assert.equal(read('ops/kubernetes/base/edge.cfg'), read('ops/edge/haproxy.cfg'))
})

test('the image is made in stages, runs as nobody, pins its base, and lists what is in it', () => {
  const dockerfile = read('ops/container/Dockerfile')
  const bases = new Set([...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base))
  assert.deepEqual([...bases], ['node:24-bookworm-slim'])
  const stages = stagesOf(dockerfile)
  const last = stages.at(-1)
  assert.ok(last?.name === null && last.commands.length === 0, 'the last stage only takes over')
  assert.match(dockerfile.slice(dockerfile.lastIndexOf('FROM ')), /^USER 10001:10001$/m)
  assert.deepEqual(
    stages[0]?.commands.map((command) => command.split(' ', 2).join(' ')),
    ['npm ci', 'npm sbom'],
  )
  assert.ok(read('package.json').includes('"node": "24.'), 'the image and the workshop must have the same Node')
})

test('Restate takes the configuration of its three nodes as it is meant', () => {
  const name = `@restatedev/restate-server-${process.platform}-${process.arch}/bin/restate-server`
  const server = createRequire(join(ROOT, 'package.json')).resolve(name)
  for (const [path, partitions] of [
    ['ops/kubernetes/engines/restate.toml', '24'],
    ['ops/compose/restate.toml', '8'],
  ] as const) {
    const { stdout, stderr } = spawnSync(server, ['--config-file', join(ROOT, path), '--dump-config'], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] ?? '', RESTATE_NODE_NAME: 'restate-1' },
    })
    assert.match(stdout, new RegExp(`^default-num-partitions = ${partitions}$`, 'm'), stderr)
    assert.match(stdout, /^request-identity-private-key-pem-file = /m)
    if (path.includes('kubernetes')) assert.match(stdout, /^destination = "s3:\/\/restate-snapshots\/tieout\/?"$/m)
  }
})
