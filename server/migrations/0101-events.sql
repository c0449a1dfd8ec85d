-- What happened, written in the transaction in which it happened. Webhooks and the event list both read from here.

CREATE TABLE events (
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  id uuid NOT NULL,
  type text NOT NULL,
  livemode boolean NOT NULL,
  -- No foreign key: the event outlives the loan that it tells of.
  loan_id uuid,
  data jsonb NOT NULL,
  -- Names what may happen only once ('job.completed job_…'), so that a step that runs again can't tell it again.
  once text,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX events_newest ON events (workspace_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX events_once ON events (workspace_id, once) WHERE once IS NOT NULL;

ALTER TABLE events ENABLE ROW LEVEL SECURITY;
ALTER TABLE events FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON events TO tieout_app, tieout_worker USING (workspace_id = current_workspace());
GRANT SELECT, INSERT ON events TO tieout_app;
GRANT SELECT, INSERT, DELETE ON events TO tieout_worker;
