/** Builds and runs one relay: `node server/src/main/relay.ts`. */
import type { Logger } from 'pino'
import { watchQueue } from '../domain/hand-off/queue-gauges.ts'
import { Relay } from '../domain/hand-off/relay.ts'
import { followDatabase } from '../store/database-clock.ts'
import { Db } from '../store/db.ts'
import type { Config } from './config.ts'
import { runAsProcess } from './process.ts'
import { engineOf } from './stores.ts'

/**
 * Connections for the claims and the sweep, one at a time each, and for listening. Nobody is told that a relay has
 * committed something: should a crash of the database undo it, the relay finds the work as it was and hands it over
 * again under the same id. Waiting for the disk took two thirds of a hand-over.
 */
export const RELAY_DB = { poolSize: 4, planOnce: true, commitsMayBeLost: true } as const

export async function startRelay(config: Config, logger: Logger): Promise<{ stop: () => Promise<void> }> {
  const db = new Db({
    url: config.TIEOUT_DATABASE_WORKER_URL,
    ...RELAY_DB,
    onError: (error) => logger.warn({ err: error }, 'a database connection broke'),
  })
  const clock = await followDatabase(db)
  const engine = engineOf(config, clock)
  const relay = new Relay({
    db,
    engine,
    clock,
    slots: config.TIEOUT_PACKAGE_SLOTS,
    onFault: (error) => logger.warn({ err: error }, 'work could not be handed over; it will be'),
  })
  const stopListening = await db.listen({ outbox: () => relay.notice() })
  const stopWatching = watchQueue(db, (error) => logger.warn({ err: error }, 'the queue could not be measured'))
  relay.start()
  return {
    stop: async () => {
      stopWatching()
      await relay.stop()
      await stopListening()
      await engine.close()
      clock.stop()
      await db.close()
    },
  }
}

if (import.meta.main) await runAsProcess('relay', startRelay)
