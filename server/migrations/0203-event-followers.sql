-- Who follows events right now, and until when. A notice is made for a workspace that somebody follows and for no other:
-- PostgreSQL lets transactions that notify commit one after the other only, disk included, and that is too high a price
-- for everybody when hardly anybody listens.
CREATE TABLE event_followers (
  workspace_id uuid PRIMARY KEY REFERENCES workspaces (id),
  until timestamptz(3) NOT NULL
);
ALTER TABLE event_followers ENABLE ROW LEVEL SECURITY;
ALTER TABLE event_followers FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON event_followers TO tieout_app, tieout_worker USING (workspace_id = current_workspace());
GRANT SELECT, INSERT, UPDATE ON event_followers TO tieout_app;
GRANT SELECT ON event_followers TO tieout_worker;

CREATE OR REPLACE FUNCTION announce_events() RETURNS trigger
  LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_notify('events', recorded.workspace_id || ' ' || recorded.id)
    FROM recorded JOIN event_followers USING (workspace_id) WHERE event_followers.until > now();
    RETURN NULL;
  END $$;
