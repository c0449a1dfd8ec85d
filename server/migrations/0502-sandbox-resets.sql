-- Resets of sandboxes. The row is what makes a reset valid: whoever works on one whose row is gone or done writes
-- nothing.

CREATE TABLE sandbox_resets (
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  id uuid NOT NULL,
  -- queued: nothing was touched yet. running: what was there goes, the seed comes. done: the seed is there, and its files.
  status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'running', 'done')),
  -- When the seed was put in place of what was there: the time of all its rows.
  seeded_at timestamptz(3),
  -- Folders of the object store that could not be emptied when it ended; another try is made later.
  purge_errors integer NOT NULL DEFAULT 0,
  requested_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  finished_at timestamptz(3),
  PRIMARY KEY (workspace_id, id),
  CHECK ((status = 'done') = (finished_at IS NOT NULL)),
  CHECK (status <> 'done' OR seeded_at IS NOT NULL)
);
-- One at a time.
CREATE UNIQUE INDEX sandbox_resets_under_way ON sandbox_resets (workspace_id) WHERE status <> 'done';
-- The sweeper looks over all tenants, for what nobody works on.
CREATE INDEX sandbox_resets_unfinished ON sandbox_resets (updated_at) WHERE status <> 'done';

ALTER TABLE sandbox_resets ENABLE ROW LEVEL SECURITY;
ALTER TABLE sandbox_resets FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON sandbox_resets TO tieout_app, tieout_worker, tieout_operator
  USING (workspace_id = current_workspace());
CREATE POLICY sweep ON sandbox_resets FOR SELECT TO tieout_owner USING (true);
GRANT SELECT, INSERT, DELETE ON sandbox_resets TO tieout_app;
GRANT SELECT, UPDATE ON sandbox_resets TO tieout_worker;
-- The first key of a sandbox is the operator's to issue, and has it seeded.
GRANT SELECT, INSERT ON sandbox_resets TO tieout_operator;
CREATE POLICY tenant_operator ON outbox FOR INSERT TO tieout_operator WITH CHECK (workspace_id = current_workspace());
GRANT INSERT ON outbox TO tieout_operator;

CREATE FUNCTION silent_resets(silent_since timestamptz, at_most integer) RETURNS TABLE (workspace_id uuid, reset_id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$
    SELECT r.workspace_id, r.id FROM public.sandbox_resets r
    WHERE r.status <> 'done' AND r.updated_at < silent_since ORDER BY r.updated_at LIMIT at_most
  $$;
REVOKE ALL ON FUNCTION silent_resets(timestamptz, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION silent_resets(timestamptz, integer) TO tieout_worker;

-- A reset starts the numbers of charts anew: this tells those of one time from those of another.
ALTER TABLE charts ADD COLUMN generation uuid NOT NULL DEFAULT gen_random_uuid();

-- For the function below, which runs with the owner's rights: it may delete what is a sandbox's, and nothing else.
CREATE FUNCTION is_sandbox(workspace uuid) RETURNS boolean
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$ SELECT EXISTS (SELECT 1 FROM public.workspaces WHERE id = workspace AND mode = 'test') $$;
REVOKE ALL ON FUNCTION is_sandbox(uuid) FROM PUBLIC;

CREATE POLICY wipe ON borrowers TO tieout_owner USING (workspace_id = current_workspace() AND is_sandbox(workspace_id));
CREATE POLICY wipe ON webhook_endpoints TO tieout_owner USING (workspace_id = current_workspace() AND is_sandbox(workspace_id));
CREATE POLICY wipe ON charts TO tieout_owner USING (workspace_id = current_workspace() AND is_sandbox(workspace_id));
CREATE POLICY wipe ON chart_versions TO tieout_owner USING (workspace_id = current_workspace() AND is_sandbox(workspace_id));
CREATE POLICY wipe ON spread_requests TO tieout_owner USING (workspace_id = current_workspace() AND is_sandbox(workspace_id));
CREATE POLICY wipe ON events TO tieout_owner USING (workspace_id = current_workspace() AND is_sandbox(workspace_id));
CREATE POLICY wipe ON outbox FOR DELETE TO tieout_owner USING (workspace_id = current_workspace() AND is_sandbox(workspace_id));

-- Empties the sandbox of the transaction's tenant: its data, its endpoints, its history and its work in flight. What
-- hangs on a borrower or an endpoint goes with it. Keys, answers kept for repeated requests, the audit log and the
-- terms of billing stay: they are the workspace's own and not what was tried out in it.
--
-- Twice, with a lock in between. Every row of a tenant refers to its workspace, so whoever has written one holds the
-- workspace's row: once it is ours, all have committed and nobody can write until we do. Taking it first would have us
-- wait for those who wait for us; so the first pass takes the rows in the order in which everybody does, and where that
-- is not enough the wait is shorter than the one after which PostgreSQL would end somebody: it is the reset that gives
-- way and is tried again.
CREATE FUNCTION wipe_sandbox() RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public SET lock_timeout = '800ms'
  AS $$
  DECLARE
    tenant uuid := public.current_workspace();
  BEGIN
    IF tenant IS NULL OR NOT public.is_sandbox(tenant) THEN
      RAISE EXCEPTION 'only a sandbox can be emptied';
    END IF;
    FOR pass IN 1..2 LOOP
      DELETE FROM public.borrowers WHERE workspace_id = tenant;
      DELETE FROM public.webhook_endpoints WHERE workspace_id = tenant;
      DELETE FROM public.charts WHERE workspace_id = tenant;
      DELETE FROM public.chart_versions WHERE workspace_id = tenant;
      DELETE FROM public.spread_requests WHERE workspace_id = tenant;
      DELETE FROM public.events WHERE workspace_id = tenant;
      DELETE FROM public.outbox WHERE workspace_id = tenant;
      PERFORM 1 FROM public.workspaces WHERE id = tenant FOR UPDATE;
    END LOOP;
  END $$;
REVOKE ALL ON FUNCTION wipe_sandbox() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION wipe_sandbox() TO tieout_worker;
