/**
 * The walls of the house: who may import whom. docs/architecture.md draws them; ops/check/walls.test.ts
 * proves that each one stops a violation made on purpose, ops/check/walls.ts that the check saw every file.
 */
const src = '^server/src'

/** A floor may import itself, `allowed`, and packages; anything else under server/src is a breach. */
function floor(name, allowed) {
  return {
    name: `${name}-only-knows-${allowed.length ? allowed.map((a) => a.replaceAll('/', '-')).join('-') : 'nothing'}`,
    severity: 'error',
    from: { path: `${src}/${name}/`, pathNot: '\\.test\\.ts$' },
    to: { path: `${src}/`, pathNot: [name, ...allowed].map((a) => `${src}/${a}(/|\\.ts$)`) },
  }
}

/** A package that only the named floors may import. */
function onlyIn(name, pkg, floors) {
  return {
    name,
    severity: 'error',
    from: { path: `${src}/`, pathNot: [...floors.map((f) => `${src}/${f}`), '\\.test\\.ts$'] },
    to: { path: `node_modules/(${pkg})/` },
  }
}

/** An engine stage sees itself, the model, layout and chart: stages meet in the domain, not in each other. */
const STAGES = ['classify', 'extract', 'prove', 'map', 'spread', 'workbook', 'memo']
const stageWalls = STAGES.map((stage) => ({
  name: `engine-${stage}-sees-no-other-stage`,
  severity: 'error',
  from: { path: `${src}/engine/${stage}/`, pathNot: '\\.test\\.ts$' },
  to: { path: `${src}/engine/`, pathNot: [stage, 'model', 'layout', 'chart'].map((s) => `${src}/engine/${s}/`) },
}))

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    floor('lib', []),
    floor('engine', ['lib']),
    floor('reader', ['engine/model', 'lib']),
    floor('store', ['engine/model', 'lib']),
    floor('domain', ['store', 'engine', 'lib']),
    floor('adapters', ['domain/deps', 'engine/model', 'lib']),
    floor('pipelines', ['domain', 'lib']),
    floor('http', ['domain', 'lib']),
    ...stageWalls,
    {
      name: 'engine-is-pure',
      severity: 'error',
      from: { path: `${src}/(engine|lib)/`, pathNot: '\\.test\\.ts$' },
      to: {
        path: '^(node:)?(fs|fs/promises|net|http|https|http2|dns|tls|child_process|worker_threads|process|os|timers)$',
      },
    },
    onlyIn('fastify-only-in-http', 'fastify|@fastify/[^/]+|@scalar/[^/]+', ['http/']),
    onlyIn('sql-only-in-store', 'kysely|pg', ['store/']),
    onlyIn('restate-only-in-pipelines', '@restatedev/[^/]+', ['pipelines/', 'adapters/restate\\.ts']),
    onlyIn('redis-only-in-adapters', 'ioredis', ['adapters/']),
    onlyIn('object-store-client-only-in-adapters', '@aws-sdk/[^/]+', ['adapters/']),
    {
      name: 'packages-meet-over-contract',
      severity: 'error',
      from: { path: '^(sdk|cli|embed)/' },
      to: { path: '^server/' },
    },
    {
      name: 'server-ships-without-its-clients',
      severity: 'error',
      // A test does not ship: the mapping's property tests hold the engine to the sdk's verifier.
      from: { path: `${src}/`, pathNot: '\\.test\\.ts$' },
      to: { path: '^(sdk|cli|embed|bench|eval|ops)/' },
    },
    {
      name: 'sdk-has-no-runtime-dependency',
      severity: 'error',
      from: { path: '^sdk/src/', pathNot: '\\.test\\.ts$' },
      to: { path: 'node_modules/' },
    },
    {
      name: 'no-test-in-product-code',
      severity: 'error',
      from: { path: `${src}/`, pathNot: '\\.test\\.ts$' },
      to: { path: '(\\.test\\.ts$|^server/test/)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)node_modules/.*/node_modules/|^embed/dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
