-- An attempt looks one delivery up by its key. To a planner that believes that there are few of them, an index that
-- only begins with the tenant is as good as the key, and a plan is kept for as long as its connection: the attempts
-- of a burst each read every delivery of the tenant. These two serve lists and replays; their condition is true of
-- every delivery and said by those queries alone, so that nothing else is given them.
DROP INDEX webhook_deliveries_by_status;
CREATE INDEX webhook_deliveries_by_status
  ON webhook_deliveries (workspace_id, endpoint_id, status, created_at DESC, id DESC) WHERE event_type <> '';
DROP INDEX webhook_deliveries_of_event;
CREATE INDEX webhook_deliveries_of_event ON webhook_deliveries (workspace_id, event_id) WHERE event_type <> '';
ALTER TABLE webhook_deliveries ADD CHECK (event_type <> '');
