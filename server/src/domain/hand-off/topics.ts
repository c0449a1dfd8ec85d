/** Every kind of work that goes through the outbox; each is a durable service of the same name. */
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

/** Long and many: kept on the books until done, handed over by turns between tenants. */
export const TRACKED_TOPIC = PACKAGE_TOPIC

/** Short: off the books as soon as the engine has taken it. */
export const UNTRACKED_TOPICS: readonly string[] = [
  DELIVERY_TOPIC,
  FORGET_BLOBS_TOPIC,
  REREAD_TOPIC,
  PAGE_IMAGES_TOPIC,
  MAPPING_TOPIC,
  REMAP_TOPIC,
  RESPREAD_TOPIC,
  SPREAD_TOPIC,
  EXPORT_TOPIC,
  WORKBOOK_TOPIC,
  RENDER_TOPIC,
  SANDBOX_RESET_TOPIC,
  SANDBOX_PURGE_TOPIC,
]
