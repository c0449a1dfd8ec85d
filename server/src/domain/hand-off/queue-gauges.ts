/**
 * How much work waits, and for how long, as metrics. Age is what an operator wants to be woken by and what workers are
 * scaled by: a long queue that moves is no trouble, a short one that stands still is. Every relay tells the same figures.
 */
import { metrics } from '@opentelemetry/api'
import type { BatchObservableResult } from '@opentelemetry/api'
import type { Db } from '../../store/db.ts'
import { queueState } from '../../store/outbox.ts'
import { ALL_TOPICS } from './topics.ts'

/** Tells the figures whenever somebody asks for metrics; answers how to stop. */
export function watchQueue(db: Db, onFault: (error: unknown) => void): () => void {
  const meter = metrics.getMeter('tieout.work')
  const waiting = meter.createObservableGauge('work.waiting', { description: 'Due and not handed over, by topic.' })
  const underWay = meter.createObservableGauge('work.under_way', {
    description: 'Handed over and not ended, by topic.',
  })
  const age = meter.createObservableGauge('work.oldest_waiting.age', {
    unit: 's',
    description: 'How long the work that waits longest has been due, by topic.',
  })
  const instruments = [waiting, underWay, age]
  const observe = async (result: BatchObservableResult): Promise<void> => {
    try {
      const states = new Map((await queueState(db)).map((state) => [state.topic, state]))
      for (const topic of ALL_TOPICS) {
        const state = states.get(topic)
        result.observe(waiting, state?.waiting ?? 0, { topic })
        result.observe(underWay, state?.underWay ?? 0, { topic })
        result.observe(age, state?.oldestSeconds ?? 0, { topic })
      }
    } catch (error) {
      onFault(error)
    }
  }
  meter.addBatchObservableCallback(observe, instruments)
  return () => meter.removeBatchObservableCallback(observe, instruments)
}
