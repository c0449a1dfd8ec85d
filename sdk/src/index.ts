/** The client's side of the Tieout API: what a caller needs beyond HTTP itself. */
export { verifyWebhook, WebhookVerificationError } from './webhooks.ts'
export type { WebhookDelivery, WebhookEvent, WebhookRefusal } from './webhooks.ts'
