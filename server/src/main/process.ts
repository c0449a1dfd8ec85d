/** What every process of the service does around its work: settings, logs, telemetry, and an orderly end. */
import type { Logger } from 'pino'
import { loadConfig } from './config.ts'
import type { Config } from './config.ts'
import { createLogger } from './logging.ts'
import { startTelemetry } from './telemetry.ts'

export async function runAsProcess(
  name: string,
  start: (config: Config, logger: Logger) => Promise<{ stop: () => Promise<void> }>,
): Promise<void> {
  try {
    const config = loadConfig()
    const logger = createLogger({ level: config.TIEOUT_LOG_LEVEL, name })
    const stopTelemetry = startTelemetry(config, name)
    const running = await start(config, logger)
    logger.info(`the ${name} is up`)
    logger.flush()
    let stops = 0
    const stop = (signal: string): void => {
      stops += 1
      if (stops > 1) process.exit(1)
      logger.info({ signal }, 'stopping: finishing what has begun')
      void running
        .stop()
        .then(stopTelemetry)
        .finally(() => logger.flush())
    }
    process.on('SIGTERM', stop)
    process.on('SIGINT', stop)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
