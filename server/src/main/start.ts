/** `npm start`: the API; in development the relay and a worker run in the same process, so that one command is enough. */
import type { Logger } from 'pino'
import { migrate } from '../store/migrate.ts'
import { startApi } from './api.ts'
import type { Config } from './config.ts'
import { runAsProcess } from './process.ts'
import { startRelay } from './relay.ts'
import { startWorker } from './worker.ts'

async function start(config: Config, logger: Logger): Promise<{ stop: () => Promise<void> }> {
  const development = config.TIEOUT_ENVIRONMENT === 'development'
  if (development && config.TIEOUT_DATABASE_OWNER_URL !== undefined) {
    for (const name of await migrate(config.TIEOUT_DATABASE_OWNER_URL)) logger.info({ migration: name }, 'migrated')
  }
  const api = await startApi(config, logger)
  const others = development ? [await startRelay(config, logger), await startWorker(config, logger)] : []
  logger.info({ url: api.url, reference: `${api.url}/reference` }, 'the API is up')
  return {
    stop: async () => {
      await Promise.all([api, ...others].map((running) => running.stop()))
    },
  }
}

await runAsProcess('api', start)
