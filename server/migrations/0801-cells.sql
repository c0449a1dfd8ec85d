-- A workspace lives in one cell: one PostgreSQL with its Restate, bucket and Redis. Here a cell remembers which of its
-- workspaces are on their way, and which have gone where, so that it can say so to whoever still asks it.
--
--   leaving   it is here, closed, and is being copied to the other cell
--   left      it is in the other cell; none of its rows are here any more
--   arriving  its rows are being written here; it is closed until the cell it comes from has let go of it
--
-- There is no reference to workspaces: what is left behind outlives the rows. The operator's alone: no tenant sees it.
CREATE TABLE workspace_moves (
  workspace uuid PRIMARY KEY,
  -- What every secret of the workspace begins with (lib/workspace-tag.ts): all that is known of who asks for one that left.
  tag text NOT NULL CHECK (tag ~ '^[0-9A-Za-z]{8}$'),
  state text NOT NULL CHECK (state IN ('leaving', 'left', 'arriving')),
  -- The other cell.
  cell text NOT NULL CHECK (cell ~ '^[a-z0-9][a-z0-9-]{0,30}$'),
  -- What it was before it was closed for the move.
  lifecycle text NOT NULL,
  since timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX workspace_moves_by_tag ON workspace_moves (tag);

ALTER TABLE workspace_moves ENABLE ROW LEVEL SECURITY;
ALTER TABLE workspace_moves FORCE ROW LEVEL SECURITY;
CREATE POLICY control ON workspace_moves TO tieout_operator, tieout_owner USING (true);
GRANT SELECT ON workspace_moves TO tieout_operator;

-- Where is the workspace of a secret that nobody here has? Asked before a tenant is known, so it answers for one tag.
CREATE FUNCTION move_of_tag(asked text) RETURNS TABLE (state text, cell text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$ SELECT m.state, m.cell FROM public.workspace_moves m WHERE m.tag = asked $$;
REVOKE ALL ON FUNCTION move_of_tag(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION move_of_tag(text) TO tieout_app, tieout_worker;

-- A move is made by the owner, one tenant at a time: the policies hold it to the tenant of its transaction as they hold
-- everybody else. server/test/conformance/tenancy.test.ts asks for one on every table that comes later.
DO $$
  DECLARE
    tenants_own record;
  BEGIN
    FOR tenants_own IN
      SELECT c.oid::regclass AS name FROM pg_class c
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'workspace_id')
    LOOP
      EXECUTE format('CREATE POLICY move ON %s TO tieout_owner USING (workspace_id = current_workspace())', tenants_own.name);
    END LOOP;
  END $$;
