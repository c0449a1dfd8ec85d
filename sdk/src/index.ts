/** The client's side of the Tieout API: what a caller needs beyond HTTP itself. */
export { verifyWebhook, WebhookVerificationError } from './webhooks.ts'
export type { WebhookDelivery, WebhookEvent, WebhookRefusal } from './webhooks.ts'
export { verifyMapping } from './mapping/verify.ts'
export type { Breach, Check, Verification } from './mapping/verify.ts'
