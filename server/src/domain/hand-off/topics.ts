/**
 * Every kind of work that goes through the outbox, each a durable service of the same name, and how PostgreSQL knows
 * of it until it is done: the engine may lose all of its data, and then this is what everything is rebuilt from.
 */
import { PAGE_IMAGES_TOPIC, REREAD_TOPIC } from '../documents/topics.ts'
import { EXPORT_TOPIC } from '../exports/export.ts'
import { FORGET_BLOBS_TOPIC } from '../jobs/blobs.ts'
import { MAPPING_TOPIC, REMAP_TOPIC, RESPREAD_TOPIC } from '../mappings/topics.ts'
import { RENDER_TOPIC } from '../memos/memo.ts'
import { PACKAGE_TOPIC } from '../package/topic.ts'
import { SANDBOX_PURGE_TOPIC, SANDBOX_RESET_TOPIC } from '../sandbox/topics.ts'
import { SPREAD_TOPIC } from '../spreads/topics.ts'
import { DELIVERY_TOPIC } from '../webhooks/endpoint.ts'
import { WORKBOOK_TOPIC } from '../workbook/workbook.ts'

/**
 * - `by turns`: long and many. Handed over by turns between tenants; its row stays until the work itself ends it.
 * - `kept`: handed over at once; its row stays until the last step of the work takes it off the books.
 * - `rebuilt`: off the books as soon as the engine has taken it, because another table says what is left to do.
 */
export type TopicKind = 'by turns' | 'kept' | 'rebuilt'

export const TOPICS: Readonly<Record<string, TopicKind>> = {
  [PACKAGE_TOPIC]: 'by turns',
  [EXPORT_TOPIC]: 'kept',
  [FORGET_BLOBS_TOPIC]: 'kept',
  [MAPPING_TOPIC]: 'kept',
  [PAGE_IMAGES_TOPIC]: 'kept',
  [REMAP_TOPIC]: 'kept',
  [RENDER_TOPIC]: 'kept',
  [REREAD_TOPIC]: 'kept',
  [RESPREAD_TOPIC]: 'kept',
  [SPREAD_TOPIC]: 'kept',
  [WORKBOOK_TOPIC]: 'kept',
  // Every pending delivery has a row of its own with the time of its next attempt, and many more attempts than works.
  [DELIVERY_TOPIC]: 'rebuilt',
  // Resets are handed over again by their own sweep, and purges follow resets.
  [SANDBOX_PURGE_TOPIC]: 'rebuilt',
  [SANDBOX_RESET_TOPIC]: 'rebuilt',
}

export const ALL_TOPICS: readonly string[] = Object.keys(TOPICS)
/** Handed over as soon as it is due, whoever it is for. */
export const AT_ONCE_TOPICS: readonly string[] = ALL_TOPICS.filter((topic) => TOPICS[topic] !== 'by turns')
