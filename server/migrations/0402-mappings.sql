-- Statements on the chart. A mapping is made from one revision of an extraction, one version each of chart, rules and
-- export map, one engine and one platform chart, and is never changed: another of any of them is another mapping.

CREATE TABLE mappings (
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  id uuid NOT NULL,
  document_id uuid NOT NULL,
  extraction_version integer NOT NULL,
  chart_document_version integer NOT NULL,
  chart_rules_version integer NOT NULL,
  export_map_version integer NOT NULL,
  engine_version text NOT NULL,
  platform_chart_version text NOT NULL,
  status text NOT NULL CHECK (status IN ('ready', 'unmappable')),
  -- Returned as it was written, member for member.
  payload json,
  -- What would make an unfooted statement foot, for a person to look at.
  hint jsonb,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, document_id) REFERENCES documents (workspace_id, id) ON DELETE CASCADE,
  CHECK ((status = 'ready') = (payload IS NOT NULL))
);
-- The last one is in force: of what a mapping is made from nothing ever goes back. It also makes each of them one row.
CREATE UNIQUE INDEX mappings_made_from ON mappings (workspace_id, document_id, extraction_version,
  chart_document_version, chart_rules_version, export_map_version, engine_version, platform_chart_version);

-- Documents whose mapping has been asked for and is not there yet: whoever asks next need not ask again.
CREATE TABLE mapping_requests (
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  document_id uuid NOT NULL,
  requested_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, document_id),
  FOREIGN KEY (workspace_id, document_id) REFERENCES documents (workspace_id, id) ON DELETE CASCADE
);

ALTER TABLE mappings ENABLE ROW LEVEL SECURITY;
ALTER TABLE mappings FORCE ROW LEVEL SECURITY;
ALTER TABLE mapping_requests ENABLE ROW LEVEL SECURITY;
ALTER TABLE mapping_requests FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON mappings TO tieout_app, tieout_worker USING (workspace_id = current_workspace());
CREATE POLICY tenant ON mapping_requests TO tieout_app, tieout_worker USING (workspace_id = current_workspace());
GRANT SELECT ON mappings TO tieout_app;
GRANT SELECT, INSERT ON mappings TO tieout_worker;
GRANT SELECT, INSERT, UPDATE ON mapping_requests TO tieout_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON mapping_requests TO tieout_worker;
