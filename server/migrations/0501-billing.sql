-- Money and throughput. The ledger is the truth: it is only ever added to, and every sum in billing_accounts is the sum
-- of its entries. The account is the row that is locked while documents are admitted, so that two requests can't spend
-- the same credit; with the sums beside it no request adds up the past.

CREATE TABLE billing_accounts (
  workspace_id uuid PRIMARY KEY REFERENCES workspaces (id),
  -- The terms. Only the operator writes them; a workspace without a row has these defaults.
  covers_processing boolean NOT NULL DEFAULT true,
  per_doc_cents bigint NOT NULL DEFAULT 0 CHECK (per_doc_cents >= 0),
  spend_cap_cents bigint CHECK (spend_cap_cents >= 0),
  max_in_flight_docs integer NOT NULL DEFAULT 2000 CHECK (max_in_flight_docs > 0),
  -- The sums.
  balance_cents bigint NOT NULL DEFAULT 0,
  reserved_cents bigint NOT NULL DEFAULT 0 CHECK (reserved_cents >= 0),
  in_flight_docs integer NOT NULL DEFAULT 0 CHECK (in_flight_docs >= 0),
  -- What was charged in one calendar month, UTC, as YYYY-MM.
  period text NOT NULL CHECK (period ~ '^\d{4}-\d{2}$'),
  period_spent_cents bigint NOT NULL DEFAULT 0,
  period_documents integer NOT NULL DEFAULT 0
);

CREATE TABLE ledger_entries (
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL,
  kind text NOT NULL CHECK (kind IN ('credit', 'reserve', 'settle', 'release')),
  -- What the entry adds to each sum.
  balance_cents bigint NOT NULL,
  reserved_cents bigint NOT NULL,
  in_flight_docs integer NOT NULL,
  -- Documents that were found and charged.
  documents integer NOT NULL DEFAULT 0 CHECK (documents >= 0),
  -- No foreign key: the entry outlives the job.
  job_id uuid,
  note text,
  PRIMARY KEY (workspace_id, id),
  CHECK ((kind = 'credit') = (job_id IS NULL)),
  CHECK (kind IN ('credit', 'settle') OR balance_cents = 0),
  CHECK (kind <> 'credit' OR (reserved_cents = 0 AND in_flight_docs = 0)),
  CHECK (kind <> 'reserve' OR (reserved_cents >= 0 AND in_flight_docs = 1)),
  CHECK (kind NOT IN ('settle', 'release') OR (reserved_cents <= 0 AND in_flight_docs = -1))
);
CREATE INDEX ledger_entries_newest ON ledger_entries (workspace_id, created_at DESC, id DESC);
-- A job is reserved for once and ends once, whatever is repeated.
CREATE UNIQUE INDEX ledger_entries_begun ON ledger_entries (workspace_id, job_id) WHERE kind = 'reserve';
CREATE UNIQUE INDEX ledger_entries_ended ON ledger_entries (workspace_id, job_id) WHERE kind IN ('settle', 'release');

-- The reservations that are open. No foreign key to the job: one whose job was deleted has to be found and released.
CREATE TABLE reservations (
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  job_id uuid NOT NULL,
  amount_cents bigint NOT NULL,
  PRIMARY KEY (workspace_id, job_id)
);

ALTER TABLE billing_accounts ENABLE ROW LEVEL SECURITY;
ALTER TABLE billing_accounts FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE ledger_entries FORCE ROW LEVEL SECURITY;
ALTER TABLE reservations ENABLE ROW LEVEL SECURITY;
ALTER TABLE reservations FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON billing_accounts TO tieout_app, tieout_worker, tieout_operator
  USING (workspace_id = current_workspace());
CREATE POLICY tenant ON ledger_entries TO tieout_app, tieout_worker, tieout_operator
  USING (workspace_id = current_workspace());
CREATE POLICY tenant ON reservations TO tieout_app, tieout_worker, tieout_operator
  USING (workspace_id = current_workspace());

-- Nobody changes or deletes an entry, and the terms are the operator's alone.
GRANT SELECT ON billing_accounts, ledger_entries, reservations TO tieout_app, tieout_worker, tieout_operator;
GRANT INSERT (workspace_id, period), UPDATE (
  balance_cents, reserved_cents, in_flight_docs, period, period_spent_cents, period_documents
) ON billing_accounts TO tieout_app, tieout_worker;
GRANT INSERT, UPDATE ON billing_accounts TO tieout_operator;
GRANT INSERT ON ledger_entries TO tieout_app, tieout_worker, tieout_operator;
GRANT INSERT, DELETE ON reservations TO tieout_app, tieout_worker;
