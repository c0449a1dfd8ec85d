-- Bundles of extractions. The files of an export are made one by one and then packed; each file is a row, so that work
-- that is done again after a fault finds what is there already.

CREATE TABLE exports (
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  loan_id uuid NOT NULL,
  format text NOT NULL CHECK (format IN ('csv', 'json', 'xlsx')),
  status text NOT NULL CHECK (status IN ('queued', 'running', 'succeeded', 'failed', 'cancelling', 'cancelled')),
  livemode boolean NOT NULL,
  -- In the order in which they were asked for.
  document_ids uuid[] NOT NULL,
  done integer NOT NULL DEFAULT 0,
  skipped_document_ids uuid[] NOT NULL DEFAULT '{}',
  error_code text,
  bundle_size bigint,
  bundle_sha256 bytea,
  -- The key of the request that made it: the same one finds it again, however late.
  api_key_id uuid,
  idempotency_key text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  started_at timestamptz(3),
  finished_at timestamptz(3),
  expires_at timestamptz(3),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, borrower_id) REFERENCES borrowers (workspace_id, id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, loan_id) REFERENCES loans (workspace_id, id) ON DELETE CASCADE,
  -- The hash stays when the bytes are deleted: what was handed out can always be told apart from what was not.
  CHECK ((status = 'succeeded') = (bundle_sha256 IS NOT NULL))
);
CREATE INDEX exports_newest ON exports (workspace_id, created_at DESC, id DESC);
CREATE INDEX exports_of_borrower ON exports (workspace_id, borrower_id, created_at DESC, id DESC);
CREATE INDEX exports_of_loan ON exports (workspace_id, loan_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX exports_by_request ON exports (workspace_id, api_key_id, idempotency_key)
  WHERE idempotency_key IS NOT NULL;
CREATE INDEX exports_unfinished ON exports (updated_at) WHERE status IN ('queued', 'running', 'cancelling');
CREATE INDEX exports_expiring ON exports (expires_at) WHERE status = 'succeeded';

CREATE TABLE export_files (
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  export_id uuid NOT NULL,
  document_id uuid NOT NULL,
  name text NOT NULL,
  report_type text NOT NULL,
  extraction_version integer NOT NULL,
  line_items integer NOT NULL,
  size_bytes bigint NOT NULL,
  sha256 bytea NOT NULL,
  PRIMARY KEY (workspace_id, export_id, document_id),
  FOREIGN KEY (workspace_id, export_id) REFERENCES exports (workspace_id, id) ON DELETE CASCADE
);

ALTER TABLE exports ENABLE ROW LEVEL SECURITY;
ALTER TABLE exports FORCE ROW LEVEL SECURITY;
ALTER TABLE export_files ENABLE ROW LEVEL SECURITY;
ALTER TABLE export_files FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON exports TO tieout_app, tieout_worker USING (workspace_id = current_workspace());
CREATE POLICY tenant ON export_files TO tieout_app, tieout_worker USING (workspace_id = current_workspace());
-- For the function below, which runs with the owner's rights.
CREATE POLICY sweep ON exports FOR SELECT TO tieout_owner USING (true);
GRANT SELECT, INSERT, UPDATE ON exports TO tieout_app;
GRANT SELECT, UPDATE ON exports TO tieout_worker;
GRANT SELECT ON export_files TO tieout_app;
GRANT SELECT, INSERT, DELETE ON export_files TO tieout_worker;

-- Which exports want looking after, over all tenants: ids only, so that the sweeper then acts inside each tenant.
CREATE FUNCTION exports_to_sweep(silent_since timestamptz, at_most integer)
  RETURNS TABLE (workspace_id uuid, export_id uuid, why text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$
    (SELECT e.workspace_id, e.id, 'silent' FROM public.exports e
     WHERE e.status IN ('queued', 'running', 'cancelling') AND e.updated_at < silent_since
     ORDER BY e.updated_at LIMIT at_most)
    UNION ALL
    (SELECT e.workspace_id, e.id, 'expired' FROM public.exports e
     WHERE e.status = 'succeeded' AND e.expires_at < now() AND e.bundle_size IS NOT NULL
     ORDER BY e.expires_at LIMIT at_most)
  $$;
REVOKE ALL ON FUNCTION exports_to_sweep(timestamptz, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION exports_to_sweep(timestamptz, integer) TO tieout_worker;
