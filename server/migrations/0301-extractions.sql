-- What a document was found to be, and what was read from it.

ALTER TABLE documents DROP CONSTRAINT documents_status_check;
ALTER TABLE documents ADD CONSTRAINT documents_status_check CHECK (status IN ('processing', 'processed', 'failed'));
-- The owner is fenced in like everybody else; for this one statement it must see all rows.
ALTER TABLE documents NO FORCE ROW LEVEL SECURITY;
UPDATE documents SET category = 'Other', report_type = 'others' WHERE category IS NULL OR report_type IS NULL;
ALTER TABLE documents FORCE ROW LEVEL SECURITY;
ALTER TABLE documents
  ALTER COLUMN category SET NOT NULL,
  ALTER COLUMN report_type SET NOT NULL,
  -- Where the document's part of each of its pages begins and ends; two documents may share a page.
  ADD COLUMN page_parts jsonb,
  ADD COLUMN classification jsonb,
  ADD COLUMN entity_name text,
  -- Where the name is printed.
  ADD COLUMN entity_source jsonb,
  ADD COLUMN entity_ein_last4 text CHECK (entity_ein_last4 ~ '^[0-9]{4}$'),
  ADD COLUMN assurance_level text,
  ADD COLUMN cpa_engagement jsonb,
  -- The revision in force; null while there is none. Its check counts stand beside it.
  ADD COLUMN extraction_version integer CHECK (extraction_version > 0),
  ADD COLUMN proof jsonb;
CREATE INDEX documents_of_type ON documents (workspace_id, borrower_id, report_type, created_at DESC, id DESC);

-- One row for each revision, never changed. The payload is json and not jsonb: it is returned as it was written, member
-- for member, and nothing is ever looked up inside it; what is looked up stands in figures.
CREATE TABLE extractions (
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  document_id uuid NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  report_type text NOT NULL,
  engine_version text NOT NULL,
  -- Why there is this revision: the first reading, a person's correction, or a reading anew.
  cause text NOT NULL CHECK (cause IN ('read', 'corrected', 'reprocessed')),
  payload json NOT NULL,
  proof jsonb NOT NULL,
  -- Lines, rows or transactions: what the limit of an export counts.
  line_items integer NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, document_id, version),
  FOREIGN KEY (workspace_id, document_id) REFERENCES documents (workspace_id, id) ON DELETE CASCADE
);

-- The figures of the revision in force, for queries over all documents of a borrower.
CREATE TABLE figures (
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  document_id uuid NOT NULL,
  address text NOT NULL,
  caption text NOT NULL,
  -- The caption without case and punctuation, as queries compare it.
  caption_key text NOT NULL,
  fiscal_year integer,
  period_end date,
  period_label text,
  -- As printed, and what one printed unit is worth.
  value numeric NOT NULL,
  scale numeric NOT NULL,
  page integer NOT NULL,
  box double precision[] NOT NULL,
  printed text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, document_id) REFERENCES documents (workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX figures_of_document ON figures (workspace_id, document_id);
CREATE INDEX figures_of_borrower ON figures (workspace_id, borrower_id, created_at DESC, id DESC);
CREATE INDEX figures_by_caption ON figures (workspace_id, borrower_id, caption_key, created_at DESC, id DESC);

ALTER TABLE extractions ENABLE ROW LEVEL SECURITY;
ALTER TABLE extractions FORCE ROW LEVEL SECURITY;
ALTER TABLE figures ENABLE ROW LEVEL SECURITY;
ALTER TABLE figures FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON extractions TO tieout_app, tieout_worker USING (workspace_id = current_workspace());
CREATE POLICY tenant ON figures TO tieout_app, tieout_worker USING (workspace_id = current_workspace());
-- A revision that exists stays as it is: it goes only with its document.
GRANT SELECT, INSERT ON extractions TO tieout_app, tieout_worker;
GRANT SELECT, INSERT, DELETE ON figures TO tieout_app, tieout_worker;
