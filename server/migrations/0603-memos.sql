-- Credit memos: what an analyst writes about a loan, and the PDF files that were made of it.

CREATE TABLE memos (
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  id uuid NOT NULL,
  loan_id uuid NOT NULL,
  title text NOT NULL,
  -- By section. What has no member here has no comment.
  commentary json NOT NULL,
  version integer NOT NULL DEFAULT 1 CHECK (version > 0),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, loan_id) REFERENCES loans (workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX memos_of_loan ON memos (workspace_id, loan_id, created_at DESC, id DESC);

CREATE TABLE memo_renders (
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  loan_id uuid NOT NULL,
  memo_id uuid NOT NULL,
  memo_version integer NOT NULL,
  snapshot_id uuid NOT NULL,
  status text NOT NULL CHECK (status IN ('queued', 'rendering', 'succeeded', 'failed', 'cancelling', 'cancelled')),
  livemode boolean NOT NULL,
  -- The title and the commentary as they were when the render was ordered.
  title text NOT NULL,
  commentary json NOT NULL,
  -- Whether who ordered it may open the loan file, where the guarantors stand.
  shows_loan_file boolean NOT NULL,
  -- The whole memo as it is to be printed, once it is composed: printing it again gives the same bytes.
  document json,
  error_code text,
  pdf_size integer,
  pdf_sha256 bytea,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  started_at timestamptz(3),
  finished_at timestamptz(3),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, borrower_id) REFERENCES borrowers (workspace_id, id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, loan_id) REFERENCES loans (workspace_id, id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, memo_id) REFERENCES memos (workspace_id, id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, snapshot_id) REFERENCES snapshots (workspace_id, id) ON DELETE CASCADE,
  CHECK ((status = 'succeeded') = (pdf_sha256 IS NOT NULL)),
  CHECK ((pdf_sha256 IS NULL) = (pdf_size IS NULL))
);
CREATE INDEX memo_renders_of_memo ON memo_renders (workspace_id, memo_id, created_at DESC, id DESC);
CREATE INDEX memo_renders_of_loan ON memo_renders (workspace_id, loan_id);
CREATE INDEX memo_renders_of_snapshot ON memo_renders (workspace_id, snapshot_id);
CREATE INDEX memo_renders_of_borrower ON memo_renders (workspace_id, borrower_id)
  WHERE status IN ('queued', 'rendering', 'cancelling');
CREATE INDEX memo_renders_unfinished ON memo_renders (updated_at) WHERE status IN ('queued', 'rendering', 'cancelling');

ALTER TABLE memos ENABLE ROW LEVEL SECURITY;
ALTER TABLE memos FORCE ROW LEVEL SECURITY;
ALTER TABLE memo_renders ENABLE ROW LEVEL SECURITY;
ALTER TABLE memo_renders FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON memos TO tieout_app, tieout_worker USING (workspace_id = current_workspace());
CREATE POLICY tenant ON memo_renders TO tieout_app, tieout_worker USING (workspace_id = current_workspace());
-- For the function below, which runs with the owner's rights.
CREATE POLICY sweep ON memo_renders FOR SELECT TO tieout_owner USING (true);
GRANT SELECT, INSERT, UPDATE ON memos TO tieout_app;
GRANT SELECT, INSERT, UPDATE ON memo_renders TO tieout_app;
GRANT SELECT, UPDATE ON memo_renders TO tieout_worker;

-- Renders of any tenant that nobody has touched for too long: ids only, so that the sweeper then acts inside each tenant.
CREATE FUNCTION memo_renders_to_sweep(silent_since timestamptz, at_most integer)
  RETURNS TABLE (workspace_id uuid, render_id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$
    SELECT r.workspace_id, r.id FROM public.memo_renders r
    WHERE r.status IN ('queued', 'rendering', 'cancelling') AND r.updated_at < silent_since
    ORDER BY r.updated_at LIMIT at_most
  $$;
REVOKE ALL ON FUNCTION memo_renders_to_sweep(timestamptz, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION memo_renders_to_sweep(timestamptz, integer) TO tieout_worker;
