/**
 * A workspace changes its caption rules and all of its statements are mapped again: by the service (engine, relay,
 * worker, database), against the pure engine on the same statements, in one run, counted in printed figures a second.
 * The statements stand in the tables as reading leaves them; everything from the saved rules on is the service's.
 */
import { pino } from 'pino'
import { saveRules } from '../server/src/domain/chart/save-rules.ts'
import { statementOf } from '../server/src/domain/mappings/statement-of.ts'
import type { StatementPayload } from '../server/src/domain/extractions/statement-payload.ts'
import { platformChart } from '../server/src/engine/chart/chart.ts'
import { ENGINE_VERSION, mapStatement } from '../server/src/engine/map/map-statement.ts'
import { mappingToPayload } from '../server/src/engine/map/payload.ts'
import type { Statement } from '../server/src/engine/model/statement.ts'
import { encodeId } from '../server/src/lib/ids.ts'
import { formatCents } from '../server/src/lib/money.ts'
import { parseConfig } from '../server/src/main/config.ts'
import { startRelay } from '../server/src/main/relay.ts'
import { startWorker } from '../server/src/main/worker.ts'
import { Db } from '../server/src/store/db.ts'
import { insertBorrower } from '../server/src/store/borrowers.ts'
import { createOrganization, createWorkspace } from '../server/src/store/operator.ts'
import type { OperatorWorkspace } from '../server/src/store/operator.ts'
import { asSuperuser, createTestDatabase, urlOf } from '../server/test/support/database.ts'
import { randomStatement } from '../server/test/support/random-statement.ts'
import { FULL_PLAN, testSettings } from '../server/test/support/service.ts'
import { processorTimeEach, processorTimes } from './processor-time.ts'
import type { BenchResult } from './result.ts'

const STATEMENTS = 50_000
/** So many different ones; the others are copies, which nothing on the way can notice. */
const KINDS = 50
const SHAPE = { periods: 3, lines: 40, plain: true }
const STATEMENTS_PER_LOAN = 5
const PURE_MS = 5_000
const GIVE_UP_MS = 60 * 60_000
/** Looking is work too, for the same machine. */
const POLL_MS = 1_000

/** A made-up statement as its reading would be stored: every figure with a place. */
function payloadOf({ periods, lines }: Statement): StatementPayload {
  return {
    report_type: 'profit-loss-statements',
    engine_version: '1',
    entity: { name: null, ein_last4: null, address: null },
    currency: 'USD',
    scale: { factor: 1, source: null },
    periods: periods.map(({ fiscalYear, periodEnd, label, monthsCovered }) => ({
      fiscal_year: fiscalYear,
      period_end: periodEnd,
      label,
      months_covered: monthsCovered,
      scale: 1,
      source: null,
    })),
    proofs: [],
    leftovers: [],
    reading: { kind: 'digital', pages: [1] },
    corrections: [],
    lines: lines.map(({ key, label, depth, values }, at) => ({
      key,
      label,
      depth,
      is_total: false,
      section: null,
      values: values.map((value) => (value === null ? null : formatCents(value))),
      sources: values.map((value, period) =>
        value === null
          ? null
          : {
              value: formatCents(value),
              page: 1,
              box: [400.25, 100.5 + at, 460.75, 110.5 + at],
              text: formatCents(value),
              address: `lines.${at}.${period}`,
            },
      ),
    })),
  }
}

const figuresIn = ({ lines }: StatementPayload): number =>
  lines.reduce((sum, { values }) => sum + values.filter((value) => value !== null).length, 0)

/** The statements, several a loan, as the pipeline leaves them. */
async function fill(
  database: string,
  workspace: OperatorWorkspace,
  payloads: readonly StatementPayload[],
  count: number,
) {
  const app = new Db({ url: urlOf(database, 'APP'), poolSize: 1 })
  const tenant = { workspaceUuid: workspace.uuid }
  await app.inTenant(tenant, (tx) => insertBorrower(tx, { businessName: 'Bench' }, { isIntake: false }))
  await app.close()
  await asSuperuser(
    database,
    `WITH b AS (SELECT id FROM borrowers WHERE workspace_id = $1 LIMIT 1),
     l AS (INSERT INTO loans (workspace_id, id, borrower_id) SELECT $1, gen_random_uuid(), b.id
           FROM b, generate_series(1, $2) RETURNING id, borrower_id),
     j AS (INSERT INTO jobs (workspace_id, id, borrower_id, loan_id, file_name, content_type, size_bytes, livemode, status,
             upload_expires_at)
           SELECT $1, gen_random_uuid(), borrower_id, id, 'bench.pdf', 'application/pdf', 1, true, 'COMPLETED', now()
           FROM l RETURNING id, borrower_id, loan_id),
     d AS (INSERT INTO documents (workspace_id, id, job_id, borrower_id, loan_id, category, report_type, pages, file_name,
             status, extraction_version, entity_name, entity_key)
           SELECT $1, gen_random_uuid(), id, borrower_id, loan_id, 'Profit Loss Statement', 'profit-loss-statements', '{1}',
             'bench.pdf', 'processed', 1, 'Bench', 'business:bench'
           FROM j, generate_series(1, $3) RETURNING id),
     numbered AS (SELECT id, row_number() OVER (ORDER BY id) AS n FROM d),
     p AS (SELECT payload, n - 1 AS n FROM json_array_elements($4::json) WITH ORDINALITY AS e (payload, n))
     INSERT INTO extractions (workspace_id, document_id, version, report_type, engine_version, cause, payload, proof, line_items)
     SELECT $1, numbered.id, 1, 'profit-loss-statements', '1', 'read', p.payload, '{}', 1
     FROM numbered JOIN p ON p.n = numbered.n % $5`,
    [
      workspace.uuid,
      Math.ceil(count / STATEMENTS_PER_LOAN),
      STATEMENTS_PER_LOAN,
      JSON.stringify(payloads),
      payloads.length,
    ],
  )
  await fillMappings(database, workspace, payloads)
  await asSuperuser(database, 'ANALYZE')
}

/** The mappings that were in force before the change. */
async function fillMappings(database: string, workspace: OperatorWorkspace, payloads: readonly StatementPayload[]) {
  const mapped = payloads.map((payload) => {
    const result = mapStatement({ statement: statement(payload), chart: platformChart(), rules: [], exportMap: null })
    if (result.status !== 'ready') throw new Error('a made-up statement cannot be mapped')
    return mappingToPayload(result.mapping)
  })
  await asSuperuser(
    database,
    `INSERT INTO mappings (workspace_id, id, document_id, extraction_version, chart_document_version, chart_rules_version,
       export_map_version, engine_version, platform_chart_version, status, payload)
     SELECT $1, gen_random_uuid(), d.id, 1, 0, 0, 0, $2, $3, 'ready', p.payload
     FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM documents) d
     JOIN (SELECT payload, n - 1 AS n FROM json_array_elements($4::json) WITH ORDINALITY AS e (payload, n)) p
       ON p.n = d.n % $5`,
    [workspace.uuid, ENGINE_VERSION, platformChart().version, JSON.stringify(mapped), mapped.length],
  )
}

/** Printed figures a second of the engine alone, over statements that are in memory. */
function pureRate(statements: readonly Statement[], figures: number): number {
  const chart = platformChart()
  const once = (): void =>
    statements.forEach((statement) => mapStatement({ statement, chart, rules: [], exportMap: null }))
  once()
  let rounds = 0
  const started = performance.now()
  while (performance.now() - started < PURE_MS) {
    once()
    rounds += 1
  }
  return (rounds * figures) / ((performance.now() - started) / 1000)
}

export async function run(args: string[]): Promise<BenchResult> {
  const count = Number(args[0] ?? STATEMENTS)
  process.loadEnvFile('.stack/env')
  const database = await createTestDatabase()
  const config = parseConfig(testSettings(database.name))
  const payloads = Array.from({ length: KINDS }, (_, at) =>
    payloadOf(randomStatement(7_000 + at, SHAPE).input.statement),
  )
  const operator = new Db({ url: urlOf(database.name, 'OPERATOR'), poolSize: 1 })
  const organizationId = await createOrganization(operator, 'Bench')
  const workspace = await createWorkspace(operator, { organizationId, name: 'Bench', plan: FULL_PLAN })
  await operator.close()
  await fill(database.name, workspace, payloads, count)
  const app = new Db({ url: urlOf(database.name, 'APP'), poolSize: 2 })
  const figures = (payloads.reduce((sum, payload) => sum + figuresIn(payload), 0) * count) / KINDS

  const logger = pino({ level: 'silent' })
  const worker = await startWorker(config, logger)
  const relay = await startRelay(config, logger)
  /** Saves rules, and answers how many seconds it took until every statement was mapped by them. */
  const remap = async (version: number): Promise<number> => {
    const started = performance.now()
    await saveRules({ db: app, clock: { now: () => new Date() } }, callerOf(workspace), {
      rules: [{ match: 'exact', caption: `Zylor ${version}`, accountId: 'opex.rent', section: null }],
    })
    for (const end = Date.now() + GIVE_UP_MS; Date.now() < end;) {
      const [row] = await asSuperuser<{ n: number }>(
        database.name,
        'SELECT count(*)::int AS n FROM mappings WHERE chart_rules_version = $1',
        [version],
      )
      if (row?.n === count) return (performance.now() - started) / 1000
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
    throw new Error('the statements were not mapped')
  }
  try {
    const before = pureRate(payloads.map(statement), figuresIn50(payloads))
    const processor = processorTimes()
    const again = await remap(1)
    const spent = processorTimeEach(processor, processorTimes(), count)
    const after = pureRate(payloads.map(statement), figuresIn50(payloads))
    const pure = (before + after) / 2
    return {
      figures: {
        statements: count,
        'printed figures a statement': (figures / count).toFixed(0),
        'mapped again, seconds': again.toFixed(1),
        'mapped again, statements/s': (count / again).toFixed(0),
        'mapped again, figures/s': (figures / again).toFixed(0),
        'mapped again, processor ms a statement': spent,
        'pure engine, figures/s': pure.toFixed(0),
      },
      ratioName: 'figures/s of the service against the pure engine',
      ratio: figures / again / pure,
      bar: 'at least 0.3',
    }
  } finally {
    await relay.stop()
    await worker.stop()
    await app.close()
    await database.drop()
  }
}

const statement = (payload: StatementPayload): Statement =>
  statementOf({ id: encodeId('doc', '00000000-0000-7000-8000-000000000000'), createdAt: new Date(0) }, payload)

const figuresIn50 = (payloads: readonly StatementPayload[]): number =>
  payloads.reduce((sum, payload) => sum + figuresIn(payload), 0)

function callerOf(workspace: OperatorWorkspace) {
  return {
    keyId: 'key_bench',
    workspaceId: workspace.id,
    workspaceUuid: workspace.uuid,
    organizationId: workspace.organizationId,
    livemode: true,
    role: 'admin' as const,
    scopes: new Set<never>(),
    features: new Set<string>(),
    subscriptionStatus: 'active',
    embed: null,
    rateLimits: {},
    requestId: 'req_bench',
  }
}
