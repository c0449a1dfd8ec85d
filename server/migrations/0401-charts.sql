-- What a workspace makes of the platform chart: accounts, caption rules and the codes of its own system. Every saved
-- version is kept, since a mapping says which one it was made from.

CREATE TABLE charts (
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  chart_version integer NOT NULL DEFAULT 0,
  rules_version integer NOT NULL DEFAULT 0,
  export_map_version integer NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id)
);

CREATE TABLE chart_versions (
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  kind text NOT NULL CHECK (kind IN ('chart', 'rules', 'export_map')),
  version integer NOT NULL CHECK (version > 0),
  content jsonb NOT NULL,
  saved_by text NOT NULL,
  saved_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, kind, version)
);

ALTER TABLE charts ENABLE ROW LEVEL SECURITY;
ALTER TABLE charts FORCE ROW LEVEL SECURITY;
ALTER TABLE chart_versions ENABLE ROW LEVEL SECURITY;
ALTER TABLE chart_versions FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON charts TO tieout_app, tieout_worker USING (workspace_id = current_workspace());
CREATE POLICY tenant ON chart_versions TO tieout_app, tieout_worker USING (workspace_id = current_workspace());
-- A version, once saved, is never changed.
GRANT SELECT, INSERT, UPDATE ON charts TO tieout_app;
GRANT SELECT, INSERT ON chart_versions TO tieout_app;
GRANT SELECT ON charts, chart_versions TO tieout_worker;
