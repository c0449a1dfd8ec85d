/** Dashboards, alerts and the scaling rule speak of metrics that the service exports, under the names it exports them by. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { metrics } from '@opentelemetry/api'
import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus'
import { MeterProvider } from '@opentelemetry/sdk-metrics'
import Fastify from 'fastify'
import { parseAllDocuments } from 'yaml'
import { FaultTolerantLimiter } from '../../server/src/adapters/rate-limiter/limiter.ts'
import { watchQueue } from '../../server/src/domain/hand-off/queue-gauges.ts'
import { ALL_TOPICS } from '../../server/src/domain/hand-off/topics.ts'
import { PACKAGE_TOPIC } from '../../server/src/domain/package/topic.ts'
import { addMeasuring } from '../../server/src/http/plugins/measuring.ts'
import type { Db } from '../../server/src/store/db.ts'
import { readPage } from '../docs/pages.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** What a Prometheus server finds at a process in which each instrument was used once. */
const exported = (async (): Promise<string> => {
  const exporter = new PrometheusExporter({ preventServerStart: true })
  const provider = new MeterProvider({ readers: [exporter] })
  metrics.setGlobalMeterProvider(provider)
  const app = Fastify({ logger: false })
  addMeasuring(app)
  app.get('/once', () => 'seen')
  await app.inject('/once')
  const limiter = new FaultTolerantLimiter({
    shared: { take: () => Promise.reject(new Error('away')) },
    windowMs: 60_000,
    nodes: 1,
  })
  await limiter.take('bucket', { lane: 'api', budget: 10 })
  const state = [{ topic: PACKAGE_TOPIC, waiting: 3, underWay: 2, oldestSeconds: 7 }]
  watchQueue({ outsideTenants: () => Promise.resolve(state) } as unknown as Db, (error) => {
    throw error
  })
  const { resourceMetrics, errors } = await exporter.collect()
  assert.deepEqual(errors, [])
  await app.close()
  return new PrometheusSerializer().serialize(resourceMetrics)
})()

/** Metric names of a query: words that are no function, no label and no keyword. */
function metricsIn(query: string): string[] {
  const bare = query
    .replaceAll(/\{[^}]*\}/g, '')
    .replaceAll(/\b(?:by|without|on|ignoring)\s*\([^)]*\)/g, '')
    .replaceAll(/\[[^\]]*\]/g, '')
  return [...bare.matchAll(/\b[a-z][a-z_0-9]*\b(?!\s*\()/g)].map(([name]) => name).filter((name) => name.includes('_'))
}

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly annotations: { readonly playbook: string }
}

function rules(): Rule[] {
  const [document] = parseAllDocuments(read('ops/dashboards/alerts.yaml'))
  return (document?.toJS() as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules)
}

function panelQueries(): string[] {
  const { panels } = JSON.parse(read('ops/dashboards/tieout.json')) as { panels: { targets: { expr: string }[] }[] }
  return panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
}

test('every metric that a dashboard or an alert asks for is one that the service exports', async () => {
  const page = await exported
  const names = new Set([...page.matchAll(/^([a-z][a-z_0-9]*)(?:\{| )/gm)].map(([, name]) => name))
  const asked = [...rules().map(({ expr }) => expr), ...panelQueries()].flatMap(metricsIn)
  assert.ok(asked.length >= 15, 'the queries were not read')
  assert.deepEqual(
    asked.filter((name) => !names.has(name)),
    [],
    page,
  )
})

test('labels and topics that alerts choose by exist', async () => {
  const page = await exported
  for (const label of ['http_response_status_code', 'http_route', 'topic']) assert.match(page, new RegExp(`${label}="`))
  const chosen = rules().flatMap(({ expr }) =>
    [...expr.matchAll(/topic!?[=~]+"([^"]+)"/g)].map(([, value = '']) => value),
  )
  assert.ok(chosen.length > 0)
  for (const value of chosen.flatMap((value) => value.split('|'))) assert.ok(ALL_TOPICS.includes(value), value)
})

test('every alert leads to a chapter of the play-book', () => {
  const path = 'docs/operate/incidents.md'
  const chapters = readPage(path, read(path)).headings.map(({ slug }) => `${path}#${slug}`)
  for (const { alert, annotations } of rules()) assert.ok(chapters.includes(annotations.playbook), alert)
})
