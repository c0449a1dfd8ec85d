/** How much of what was asked for is not done yet, over all tenants: packages, exports, webhooks, and work for the engine. */
export const UNDER_WAY = `SELECT
  (SELECT count(*) FROM jobs WHERE status IN ('QUEUED', 'PROCESSING'))
  + (SELECT count(*) FROM exports WHERE status IN ('queued', 'running', 'cancelling'))
  + (SELECT count(*) FROM webhook_deliveries WHERE status = 'pending')
  + (SELECT count(*) FROM outbox WHERE due_at <= clock_timestamp() + interval '1 minute') AS left`
