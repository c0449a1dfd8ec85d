-- Uploads and the work on them. A job is one uploaded file, a package; the documents found in it hang under it.

CREATE TABLE jobs (
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  loan_id uuid NOT NULL,
  file_name text NOT NULL,
  content_type text NOT NULL,
  size_bytes bigint NOT NULL CHECK (size_bytes > 0),
  livemode boolean NOT NULL,
  -- What the uploader says the bytes hash to, and what they really do.
  declared_sha256 bytea CHECK (octet_length(declared_sha256) = 32),
  sha256 bytea CHECK (octet_length(sha256) = 32),
  sample_document text,
  status text NOT NULL DEFAULT 'AWAITING_UPLOAD'
    CHECK (status IN ('AWAITING_UPLOAD', 'QUEUED', 'PROCESSING', 'COMPLETED', 'FAILED', 'DUPLICATE', 'EXPIRED')),
  duplicate_of uuid,
  error_code text,
  step text,
  pages_done integer NOT NULL DEFAULT 0,
  pages_total integer,
  -- Where the pages that were read are kept; null until they are.
  pages_key text,
  -- Goes up with every attempt to read: whoever holds an older number may write nothing any more.
  lease integer NOT NULL DEFAULT 0,
  upload_expires_at timestamptz(3) NOT NULL,
  confirmed_at timestamptz(3),
  deadline_at timestamptz(3),
  finished_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, borrower_id) REFERENCES borrowers (workspace_id, id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, loan_id) REFERENCES loans (workspace_id, id) ON DELETE CASCADE,
  CHECK ((status = 'FAILED') = (error_code IS NOT NULL)),
  CHECK (duplicate_of IS NULL OR status = 'DUPLICATE')
);
CREATE INDEX jobs_of_borrower ON jobs (workspace_id, borrower_id, created_at DESC, id DESC);
CREATE INDEX jobs_of_loan ON jobs (workspace_id, loan_id, created_at DESC, id DESC);
CREATE INDEX jobs_by_content ON jobs (workspace_id, loan_id, sha256) WHERE sha256 IS NOT NULL;
-- The sweeper looks over all tenants, for what is overdue.
CREATE INDEX jobs_never_uploaded ON jobs (upload_expires_at) WHERE status = 'AWAITING_UPLOAD';
CREATE INDEX jobs_past_deadline ON jobs (deadline_at) WHERE status = 'PROCESSING';

CREATE TABLE documents (
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  id uuid NOT NULL,
  job_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  loan_id uuid NOT NULL,
  category text,
  report_type text,
  -- Page numbers in the package, from 1, ascending.
  pages integer[] NOT NULL,
  file_name text NOT NULL,
  status text NOT NULL CHECK (status IN ('processed', 'failed')),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, job_id) REFERENCES jobs (workspace_id, id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, borrower_id) REFERENCES borrowers (workspace_id, id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, loan_id) REFERENCES loans (workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX documents_of_job ON documents (workspace_id, job_id, created_at DESC, id DESC);
CREATE INDEX documents_of_borrower ON documents (workspace_id, borrower_id, created_at DESC, id DESC);
CREATE INDEX documents_of_loan ON documents (workspace_id, loan_id, created_at DESC, id DESC);

ALTER TABLE jobs ENABLE ROW LEVEL SECURITY;
ALTER TABLE jobs FORCE ROW LEVEL SECURITY;
ALTER TABLE documents ENABLE ROW LEVEL SECURITY;
ALTER TABLE documents FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON jobs TO tieout_app, tieout_worker USING (workspace_id = current_workspace());
CREATE POLICY tenant ON documents TO tieout_app, tieout_worker USING (workspace_id = current_workspace());
-- For the two functions below, which run with the owner's rights.
CREATE POLICY sweep ON jobs FOR SELECT TO tieout_owner USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON jobs, documents TO tieout_app, tieout_worker;

-- The outbox, from here on, also keeps what was handed over until it is done: how much of each tenant is under way is
-- then a count, and what the engine lost is still here. handed_at is null while a row waits for its turn; due_at is
-- when it may be handed over, and after that when it is looked at again.
ALTER TABLE outbox ADD COLUMN handed_at timestamptz(3);
ALTER TABLE outbox ADD COLUMN attempts integer NOT NULL DEFAULT 0;
DROP INDEX outbox_due;
CREATE INDEX outbox_waiting ON outbox (topic, workspace_id, due_at, id) WHERE handed_at IS NULL;
CREATE INDEX outbox_waiting_by_age ON outbox (topic, due_at, id) WHERE handed_at IS NULL;
CREATE INDEX outbox_under_way ON outbox (topic, due_at) WHERE handed_at IS NOT NULL;
CREATE POLICY reconcile ON outbox FOR SELECT TO tieout_owner USING (true);

CREATE FUNCTION announce_outbox() RETURNS trigger
  LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_notify('outbox', '');
    RETURN NULL;
  END $$;
CREATE TRIGGER announce AFTER INSERT ON outbox FOR EACH STATEMENT EXECUTE FUNCTION announce_outbox();

-- Which jobs are overdue, over all tenants: ids only, so that the sweeper then acts inside each tenant.
CREATE FUNCTION overdue_jobs(unconfirmed_since timestamptz, past_deadline timestamptz, at_most integer)
  RETURNS TABLE (workspace_id uuid, job_id uuid, why text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$
    (SELECT j.workspace_id, j.id, 'never_uploaded' FROM public.jobs j
     WHERE j.status = 'AWAITING_UPLOAD' AND j.upload_expires_at < unconfirmed_since
     ORDER BY j.upload_expires_at LIMIT at_most)
    UNION ALL
    (SELECT j.workspace_id, j.id, 'past_deadline' FROM public.jobs j
     WHERE j.status = 'PROCESSING' AND j.deadline_at < past_deadline
     ORDER BY j.deadline_at LIMIT at_most)
  $$;
REVOKE ALL ON FUNCTION overdue_jobs(timestamptz, timestamptz, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION overdue_jobs(timestamptz, timestamptz, integer) TO tieout_worker;

-- Jobs that count as under way but have no work in the outbox. There should be none; reconcile makes sure.
CREATE FUNCTION jobs_without_work() RETURNS TABLE (workspace_id uuid, job_id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$
    SELECT j.workspace_id, j.id FROM public.jobs j
    WHERE j.status IN ('QUEUED', 'PROCESSING') AND NOT EXISTS (
      SELECT 1 FROM public.outbox o
      WHERE o.workspace_id = j.workspace_id AND o.topic = 'package' AND o.payload->>'job' = j.id::text)
  $$;
REVOKE ALL ON FUNCTION jobs_without_work() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION jobs_without_work() TO tieout_worker;
