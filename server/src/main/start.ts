/** `npm start`: one process that serves the API. */
import { migrate } from '../store/migrate.ts'
import { startApi } from './api.ts'
import { loadConfig } from './config.ts'
import { createLogger } from './logging.ts'
import { startTelemetry } from './telemetry.ts'

async function main(): Promise<void> {
  const config = loadConfig()
  const logger = createLogger({ level: config.TIEOUT_LOG_LEVEL, name: 'api' })
  const stopTelemetry = startTelemetry(config, 'api')
  if (config.TIEOUT_ENVIRONMENT === 'development' && config.TIEOUT_DATABASE_OWNER_URL !== undefined) {
    for (const name of await migrate(config.TIEOUT_DATABASE_OWNER_URL)) logger.info({ migration: name }, 'migrated')
  }
  const api = await startApi(config, logger)
  logger.info({ url: api.url, reference: `${api.url}/reference` }, 'the API is up')
  logger.flush()
  let stops = 0
  const stop = (signal: string): void => {
    stops += 1
    if (stops > 1) process.exit(1)
    logger.info({ signal }, 'stopping: finishing what has begun')
    void api
      .stop()
      .then(stopTelemetry)
      .finally(() => logger.flush())
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
