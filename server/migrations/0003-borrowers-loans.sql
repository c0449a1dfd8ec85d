-- Borrowers and their loans.

CREATE TABLE borrowers (
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  id uuid NOT NULL,
  business_name text,
  is_intake boolean NOT NULL,
  entity_type text,
  ein_last4 text,
  naics_code text,
  email text,
  phone text,
  address jsonb,
  external_id text,
  metadata jsonb NOT NULL DEFAULT '{}',
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, id),
  -- Only a borrower on the intake list may still lack its name.
  CHECK (is_intake OR business_name IS NOT NULL)
);
CREATE INDEX borrowers_newest ON borrowers (workspace_id, is_intake, created_at DESC, id DESC);
CREATE UNIQUE INDEX borrowers_external_id ON borrowers (workspace_id, external_id) WHERE external_id IS NOT NULL;

CREATE TABLE loans (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  name text,
  amount_cents bigint CHECK (amount_cents >= 0),
  purpose text,
  product text,
  term_months integer,
  external_id text,
  guarantors text[],
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'approved', 'declined', 'funded', 'closed')),
  metadata jsonb NOT NULL DEFAULT '{}',
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, borrower_id) REFERENCES borrowers (workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX loans_newest ON loans (workspace_id, created_at DESC, id DESC);
CREATE INDEX loans_of_borrower ON loans (workspace_id, borrower_id, created_at DESC, id DESC);
CREATE INDEX loans_of_status ON loans (workspace_id, status, created_at DESC, id DESC);
CREATE UNIQUE INDEX loans_external_id ON loans (workspace_id, external_id) WHERE external_id IS NOT NULL;

ALTER TABLE borrowers ENABLE ROW LEVEL SECURITY;
ALTER TABLE borrowers FORCE ROW LEVEL SECURITY;
ALTER TABLE loans ENABLE ROW LEVEL SECURITY;
ALTER TABLE loans FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON borrowers TO tieout_app, tieout_worker USING (workspace_id = current_workspace());
CREATE POLICY tenant ON loans TO tieout_app, tieout_worker USING (workspace_id = current_workspace());
GRANT SELECT, INSERT, UPDATE, DELETE ON borrowers, loans TO tieout_app, tieout_worker;
