-- Which of the borrower's companies a document belongs to, found by the names on all its documents or set by hand.
ALTER TABLE documents
  -- The printed name without its company form, behind what kind of entity it is: `business:harbor mechanical`.
  ADD COLUMN entity_key text,
  ADD COLUMN entity_unlinked boolean NOT NULL DEFAULT true,
  ADD COLUMN company_attachments jsonb NOT NULL DEFAULT '[]',
  -- True once a person has said it: finding out anew leaves it alone.
  ADD COLUMN attached_by_hand boolean NOT NULL DEFAULT false;

-- Who has asked for pictures of which pages, so that a page that is looked at again and again is drawn once.
CREATE TABLE page_drawings (
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  job_id uuid NOT NULL,
  -- Pages are drawn some at a time; this is the first of them.
  first_page integer NOT NULL,
  requested_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, job_id, first_page),
  FOREIGN KEY (workspace_id, job_id) REFERENCES jobs (workspace_id, id) ON DELETE CASCADE
);
ALTER TABLE page_drawings ENABLE ROW LEVEL SECURITY;
ALTER TABLE page_drawings FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON page_drawings TO tieout_app, tieout_worker USING (workspace_id = current_workspace());
GRANT SELECT, INSERT, UPDATE ON page_drawings TO tieout_app;
GRANT SELECT ON page_drawings TO tieout_worker;
