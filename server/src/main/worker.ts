/** Builds and runs one worker: `node server/src/main/worker.ts`. Any number may run behind one address. */
import { createServer } from 'node:http2'
import type { Http2Server, ServerHttp2Session } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { ReaderPool } from '../adapters/reader-pool/pool.ts'
import { SampleFolder } from '../adapters/sample-folder.ts'
import { TemplateViewer } from '../adapters/page-viewer.ts'
import { TypstMemos } from '../adapters/typst-memos/typst-memos.ts'
import { XlsxSheets } from '../adapters/xlsx-sheets.ts'
import { XlsxWorkbooks } from '../adapters/xlsx-workbooks.ts'
import { ZipArchives } from '../adapters/zip-archives.ts'
import type { RestateEngine } from '../adapters/restate.ts'
import type { PackageReader, PagePictures, WorkbookWriter, WorkerDeps } from '../domain/deps.ts'
import { pipelineEndpoint } from '../pipelines/endpoint.ts'
import { followDatabase } from '../store/database-clock.ts'
import { Db } from '../store/db.ts'
import type { Config } from './config.ts'
import { faultLog, withoutFloods } from './logging.ts'
import { runAsProcess } from './process.ts'
import { releaseName } from './release.ts'
import { engineOf, objectStoreOf } from './stores.ts'
import { webhookParts } from './webhooks.ts'

export interface WorkerOverrides {
  readonly reader?: PackageReader
  readonly pictures?: PagePictures
  readonly workbooks?: WorkbookWriter
}

export interface RunningWorker {
  /** Finishes the steps that have begun, up to a limit, and lets go of everything. */
  stop(): Promise<void>
}

/** What stands in for the pool's pictures where a test brings a reader of its own. */
const NO_PICTURES: PagePictures = {
  async *images() {
    yield await Promise.resolve({ kind: 'failed', code: 'unsupported', detail: 'no pictures' } as const)
  },
}

/** An engine that was replaced or wiped does not know this worker: look again this often. */
const REGISTRATION_CHECK_MS = 5_000
const REGISTRATION_RETRY_MS = 500
const DRAIN_MS = 10_000

export async function startWorker(
  config: Config,
  logger: Logger,
  overrides: WorkerOverrides = {},
): Promise<RunningWorker> {
  const db = new Db({
    url: config.TIEOUT_DATABASE_WORKER_URL,
    poolSize: config.TIEOUT_WORKER_POOL,
    planOnce: true,
    onError: (error) => logger.warn({ err: error }, 'a database connection broke'),
  })
  const clock = await followDatabase(db)
  const objects = objectStoreOf(config, clock)
  const reader = overrides.reader ?? readerPool(config, logger)
  const webhooks = webhookParts(config)
  const deps: WorkerDeps = {
    db,
    objects,
    clock,
    reader,
    pictures: reader instanceof ReaderPool ? reader : (overrides.pictures ?? NO_PICTURES),
    sheets: new XlsxSheets(),
    workbooks: overrides.workbooks ?? new XlsxWorkbooks(),
    viewer: new TemplateViewer(config.TIEOUT_VIEWER_URL),
    archives: new ZipArchives(objects),
    memoPrinter: new TypstMemos(),
    samples: new SampleFolder(join(import.meta.dirname, '../../seed/samples')),
    faults: faultLog(logger),
    jobDeadlineMs: config.TIEOUT_JOB_DEADLINE_SECONDS * 1000,
    webhookSlots: config.TIEOUT_WEBHOOK_SLOTS,
    ...webhooks,
  }
  const release = releaseName()
  const endpoint = await listen(config, logger, deps, release)
  const address = config.TIEOUT_WORKER_URL ?? `http://${config.TIEOUT_HOST}:${endpoint.port}`
  const engine = engineOf(config, clock)
  const registration = keepRegistered(engine, `${address}/${release}`, logger)
  await registration.first
  return {
    stop: async () => {
      registration.stop()
      await endpoint.close()
      if (reader instanceof ReaderPool) await reader.close()
      await engine.close()
      objects.close()
      await webhooks.webhookSender.close()
      clock.stop()
      await db.close()
    },
  }
}

/** A page of the slowest kind, recognised, takes seconds; minutes without a page are a hang. */
const LONGEST_PAGE_MS = 120_000

function readerPool(config: Config, logger: Logger): ReaderPool {
  const size = config.TIEOUT_READERS > 0 ? config.TIEOUT_READERS : availableParallelism()
  const pool = new ReaderPool({
    size,
    warm: size,
    recognitions: size,
    spoolFolder: config.TIEOUT_SPOOL_FOLDER ?? tmpdir(),
    pageMs: LONGEST_PAGE_MS,
    cpuSeconds: config.TIEOUT_JOB_DEADLINE_SECONDS,
  })
  logger.info({ readers: size, isolation: pool.isolation.level }, 'readers are ready')
  return pool
}

/** Serves this release's path only: work that began under other code must not meet this one. */
async function listen(config: Config, logger: Logger, deps: WorkerDeps, release: string) {
  const handle = pipelineEndpoint({
    deps,
    prefix: config.TIEOUT_RESTATE_PREFIX,
    identityKey: config.TIEOUT_RESTATE_IDENTITY_KEY,
    log: withoutFloods((level, message) => logger[level === 'info' ? 'debug' : level](message)),
  })
  const server = createServer((request, response) => {
    if (request.url.startsWith(`/${release}/`)) handle(request, response)
    else response.writeHead(404).end()
  })
  const sessions = new Set<ServerHttp2Session>()
  server.on('session', (session) => {
    sessions.add(session)
    session.once('close', () => sessions.delete(session))
    session.on('error', () => undefined) // The engine reconnects by itself.
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(config.TIEOUT_WORKER_PORT, config.TIEOUT_HOST, resolve)
  })
  return { port: (server.address() as AddressInfo).port, close: () => drain(server, sessions) }
}

async function drain(server: Http2Server, sessions: ReadonlySet<ServerHttp2Session>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  for (const session of sessions) session.close()
  const timer = setTimeout(() => {
    for (const session of sessions) session.destroy()
  }, DRAIN_MS)
  await closed
  clearTimeout(timer)
}

/** Tells the engine where this release is, and again whenever the engine turns out not to know. */
function keepRegistered(engine: RestateEngine, uri: string, logger: Logger) {
  let stopped = false
  let deployment: string | null = null
  let timer: NodeJS.Timeout | null = null
  const look = async (): Promise<void> => {
    let wait = REGISTRATION_CHECK_MS
    try {
      if (deployment === null || !(await engine.isRegistered(deployment))) {
        deployment = await engine.register(uri)
        logger.info({ uri, deployment }, 'the engine knows this release')
      }
    } catch (error) {
      logger.warn({ err: error }, 'the engine could not be told of this release; trying again')
      wait = REGISTRATION_RETRY_MS
    }
    if (!stopped) timer = setTimeout(() => void look(), wait).unref()
  }
  return {
    first: look(),
    stop: () => {
      stopped = true
      if (timer) clearTimeout(timer)
    },
  }
}

if (import.meta.main) await runAsProcess('worker', startWorker)
