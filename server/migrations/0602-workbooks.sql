-- Workbooks of loans, one a kind. A row says which file is the latest, what it was made from, and whether another is
-- being made; the bytes are in the object store, each build in a place of its own.

CREATE TABLE workbooks (
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  loan_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('statements', 'tables')),
  -- The build under way: null while there is none.
  asked_at timestamptz(3),
  asked_build uuid,
  -- The latest that was made, and from what.
  built_key text,
  build uuid,
  size_bytes bigint,
  sha256 bytea,
  rendered_at timestamptz(3),
  -- What could not be made, until something else could.
  failed_key text,
  failed_at timestamptz(3),
  PRIMARY KEY (workspace_id, loan_id, kind),
  FOREIGN KEY (workspace_id, loan_id) REFERENCES loans (workspace_id, id) ON DELETE CASCADE,
  CHECK ((asked_at IS NULL) = (asked_build IS NULL)),
  CHECK ((failed_key IS NULL) = (failed_at IS NULL)),
  CHECK (num_nulls(built_key, build, size_bytes, sha256, rendered_at) IN (0, 5))
);

ALTER TABLE workbooks ENABLE ROW LEVEL SECURITY;
ALTER TABLE workbooks FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON workbooks TO tieout_app, tieout_worker USING (workspace_id = current_workspace());
GRANT SELECT, INSERT, UPDATE ON workbooks TO tieout_app;
GRANT SELECT, UPDATE ON workbooks TO tieout_worker;
