-- Spreads of loans: what an analyst adds back to earnings, and snapshots of the loan's attributes. A snapshot says what
-- it was made from and is never changed.

-- Every saved version of a loan's addbacks is kept: a snapshot says which one it was made from.
CREATE TABLE addback_versions (
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  loan_id uuid NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  rows json NOT NULL,
  saved_by text NOT NULL,
  saved_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, loan_id, version),
  FOREIGN KEY (workspace_id, loan_id) REFERENCES loans (workspace_id, id) ON DELETE CASCADE
);

-- One row a loan, to hold while its versions are counted: whoever saves, finalizes or reopens comes one after the other.
CREATE TABLE spreads (
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  loan_id uuid NOT NULL,
  -- The final snapshot that nobody has reopened yet; null while an analyst works.
  closed_by uuid,
  PRIMARY KEY (workspace_id, loan_id),
  FOREIGN KEY (workspace_id, loan_id) REFERENCES loans (workspace_id, id) ON DELETE CASCADE
);

CREATE TABLE snapshots (
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  id uuid NOT NULL,
  loan_id uuid NOT NULL,
  status text NOT NULL CHECK (status IN ('machine', 'draft', 'final')),
  version integer NOT NULL CHECK (version > 0),
  -- As text it is what was hashed, byte for byte.
  payload json NOT NULL,
  manifest json NOT NULL,
  hash text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  finalized_at timestamptz(3),
  finalized_by text,
  finalized_by_external_user_id text,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, loan_id) REFERENCES loans (workspace_id, id) ON DELETE CASCADE,
  CHECK ((status = 'final') = (finalized_at IS NOT NULL AND finalized_by IS NOT NULL))
);
CREATE UNIQUE INDEX snapshots_of_loan ON snapshots (workspace_id, loan_id, status, version DESC);
CREATE INDEX snapshots_history ON snapshots (workspace_id, loan_id, created_at DESC, id DESC);

-- Loans whose machine snapshot is behind and has been asked for: whoever changes something next need not ask again. No
-- key to the loan: whoever asks holds a document, and would wait for a deletion of the loan that waits for the document.
CREATE TABLE spread_requests (
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  loan_id uuid NOT NULL,
  requested_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, loan_id)
);

ALTER TABLE addback_versions ENABLE ROW LEVEL SECURITY;
ALTER TABLE addback_versions FORCE ROW LEVEL SECURITY;
ALTER TABLE spreads ENABLE ROW LEVEL SECURITY;
ALTER TABLE spreads FORCE ROW LEVEL SECURITY;
ALTER TABLE snapshots ENABLE ROW LEVEL SECURITY;
ALTER TABLE snapshots FORCE ROW LEVEL SECURITY;
ALTER TABLE spread_requests ENABLE ROW LEVEL SECURITY;
ALTER TABLE spread_requests FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON addback_versions TO tieout_app, tieout_worker USING (workspace_id = current_workspace());
CREATE POLICY tenant ON spreads TO tieout_app, tieout_worker USING (workspace_id = current_workspace());
CREATE POLICY tenant ON snapshots TO tieout_app, tieout_worker USING (workspace_id = current_workspace());
CREATE POLICY tenant ON spread_requests TO tieout_app, tieout_worker USING (workspace_id = current_workspace());
-- The operator finds out whose a snapshot is, to have it computed again; what it says stays the tenant's.
CREATE POLICY replay ON snapshots FOR SELECT TO tieout_operator USING (true);
GRANT SELECT (workspace_id, id) ON snapshots TO tieout_operator;
-- A version or a snapshot, once saved, is never changed.
GRANT SELECT, INSERT ON addback_versions TO tieout_app;
GRANT SELECT ON addback_versions TO tieout_worker;
GRANT SELECT, INSERT, UPDATE ON spreads TO tieout_app, tieout_worker;
GRANT SELECT, INSERT ON snapshots TO tieout_app, tieout_worker;
GRANT SELECT, INSERT, UPDATE ON spread_requests TO tieout_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON spread_requests TO tieout_worker;
