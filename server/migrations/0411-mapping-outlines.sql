-- The rows that a mapping's tree has by its chart and export map, without a statement's figures on them. Most accounts of a
-- chart hold nothing on any one statement: they are kept once for all mappings of that chart, and a mapping keeps the rows
-- that hold something. Kept with the workspace and not made again from the platform chart: another release has another
-- one, and what a snapshot was made from must come out of the store as it went in.
CREATE TABLE mapping_outlines (
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  -- SHA-256 of the rows as they were written.
  id text NOT NULL,
  rows json NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
ALTER TABLE mapping_outlines ALTER COLUMN rows SET COMPRESSION lz4;

ALTER TABLE mapping_outlines ENABLE ROW LEVEL SECURITY;
ALTER TABLE mapping_outlines FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON mapping_outlines TO tieout_app, tieout_worker USING (workspace_id = current_workspace());
GRANT SELECT ON mapping_outlines TO tieout_app;
GRANT SELECT, INSERT ON mapping_outlines TO tieout_worker;

-- Null: the payload is kept whole, as all of them were before.
ALTER TABLE mappings ADD COLUMN outline_id text,
  ADD FOREIGN KEY (workspace_id, outline_id) REFERENCES mapping_outlines (workspace_id, id);
