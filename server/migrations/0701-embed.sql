-- Surfaces in somebody else's page: the origins that may frame them, handles that are good for one exchange, sessions
-- that reach one loan, and the work that a person left in a surface.

-- Which origins may put a surface of the workspace into a frame. No row: none.
CREATE TABLE embed_origins (
  workspace_id uuid PRIMARY KEY REFERENCES workspaces (id),
  origins text[] NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE embed_sessions (
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  id uuid NOT NULL,
  -- The key that answers for the session: it ends with the key.
  api_key_id uuid NOT NULL,
  loan_id uuid NOT NULL,
  -- A loan never changes its borrower; here it spares every request a look at the loan.
  borrower_id uuid NOT NULL,
  token_hash bytea NOT NULL CHECK (octet_length(token_hash) = 32),
  scopes text[] NOT NULL,
  external_user_id text CHECK (length(external_user_id) BETWEEN 1 AND 256),
  display_name text CHECK (length(display_name) BETWEEN 1 AND 120),
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  revoked_at timestamptz(3),
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, api_key_id) REFERENCES api_keys (workspace_id, id),
  FOREIGN KEY (workspace_id, loan_id) REFERENCES loans (workspace_id, id) ON DELETE CASCADE,
  CHECK (display_name IS NULL OR external_user_id IS NOT NULL)
);
-- The hash is what tells us the workspace, as with keys.
CREATE UNIQUE INDEX embed_sessions_by_token ON embed_sessions (token_hash);
CREATE INDEX embed_sessions_of_loan ON embed_sessions (workspace_id, loan_id);

CREATE TABLE embed_handles (
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  id uuid NOT NULL,
  api_key_id uuid NOT NULL,
  loan_id uuid NOT NULL,
  surface text NOT NULL CHECK (surface IN ('spreading', 'documents')),
  handle_hash bytea NOT NULL CHECK (octet_length(handle_hash) = 32),
  scopes text[] NOT NULL,
  external_user_id text CHECK (length(external_user_id) BETWEEN 1 AND 256),
  display_name text CHECK (length(display_name) BETWEEN 1 AND 120),
  token_lifetime_seconds integer NOT NULL CHECK (token_lifetime_seconds > 0),
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  exchanged_at timestamptz(3),
  session_id uuid,
  revoked_at timestamptz(3),
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, api_key_id) REFERENCES api_keys (workspace_id, id),
  FOREIGN KEY (workspace_id, loan_id) REFERENCES loans (workspace_id, id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, session_id) REFERENCES embed_sessions (workspace_id, id) ON DELETE CASCADE,
  CHECK ((exchanged_at IS NULL) = (session_id IS NULL)),
  CHECK (display_name IS NULL OR external_user_id IS NOT NULL)
);
CREATE UNIQUE INDEX embed_handles_by_hash ON embed_handles (handle_hash);
CREATE INDEX embed_handles_of_loan ON embed_handles (workspace_id, loan_id);
CREATE INDEX embed_handles_of_session ON embed_handles (workspace_id, session_id);

-- What a surface keeps for whoever works in it. The owner is the person, by the host's own name for them, or the
-- session where the host named nobody.
CREATE TABLE embed_work (
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  loan_id uuid NOT NULL,
  owner text NOT NULL,
  work jsonb NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, loan_id, owner),
  FOREIGN KEY (workspace_id, loan_id) REFERENCES loans (workspace_id, id) ON DELETE CASCADE
);

ALTER TABLE embed_origins ENABLE ROW LEVEL SECURITY;
ALTER TABLE embed_origins FORCE ROW LEVEL SECURITY;
ALTER TABLE embed_sessions ENABLE ROW LEVEL SECURITY;
ALTER TABLE embed_sessions FORCE ROW LEVEL SECURITY;
ALTER TABLE embed_handles ENABLE ROW LEVEL SECURITY;
ALTER TABLE embed_handles FORCE ROW LEVEL SECURITY;
ALTER TABLE embed_work ENABLE ROW LEVEL SECURITY;
ALTER TABLE embed_work FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON embed_origins TO tieout_app USING (workspace_id = current_workspace());
CREATE POLICY tenant ON embed_sessions TO tieout_app USING (workspace_id = current_workspace());
CREATE POLICY tenant ON embed_handles TO tieout_app USING (workspace_id = current_workspace());
CREATE POLICY tenant ON embed_work TO tieout_app USING (workspace_id = current_workspace());
-- For the functions below, which run with the owner's rights.
CREATE POLICY control ON embed_origins FOR SELECT TO tieout_owner USING (true);
CREATE POLICY control ON embed_sessions FOR SELECT TO tieout_owner USING (true);
CREATE POLICY control ON embed_handles FOR SELECT TO tieout_owner USING (true);
GRANT SELECT, INSERT, UPDATE ON embed_origins, embed_work TO tieout_app;
GRANT SELECT, INSERT, UPDATE (revoked_at) ON embed_sessions TO tieout_app;
GRANT SELECT, INSERT, UPDATE (revoked_at, exchanged_at, session_id) ON embed_handles TO tieout_app;

-- Whose token is this? Asked before a tenant is known, like authenticate_key. Whether it has expired is for the caller
-- to say, who remembers the answer for a moment and has a clock.
CREATE FUNCTION authenticate_embed(hash bytea)
  RETURNS TABLE (
    session_id uuid, key_id uuid, workspace_id uuid, organization_id uuid, loan_id uuid, borrower_id uuid,
    scopes text[], external_user_id text, display_name text, expires_at timestamptz,
    mode text, features text[], subscription_status text
  )
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$
    SELECT s.id, s.api_key_id, s.workspace_id, w.organization_id, s.loan_id, s.borrower_id,
           s.scopes, s.external_user_id, s.display_name, s.expires_at,
           w.mode, w.features, w.subscription_status
    FROM public.embed_sessions s
    JOIN public.api_keys k ON k.workspace_id = s.workspace_id AND k.id = s.api_key_id
    JOIN public.workspaces w ON w.id = s.workspace_id
    WHERE s.token_hash = hash AND s.revoked_at IS NULL AND k.revoked_at IS NULL
      AND w.lifecycle NOT IN ('suspended', 'closed')
  $$;
REVOKE ALL ON FUNCTION authenticate_embed(bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION authenticate_embed(bytea) TO tieout_app;

-- Whose handle is this? Only a key that is still in force may have its handles exchanged.
CREATE FUNCTION embed_handle_holder(hash bytea) RETURNS TABLE (workspace_id uuid, handle_id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$
    SELECT h.workspace_id, h.id
    FROM public.embed_handles h
    JOIN public.api_keys k ON k.workspace_id = h.workspace_id AND k.id = h.api_key_id
    JOIN public.workspaces w ON w.id = h.workspace_id
    WHERE h.handle_hash = hash AND k.revoked_at IS NULL AND w.lifecycle NOT IN ('suspended', 'closed')
  $$;
REVOKE ALL ON FUNCTION embed_handle_holder(bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION embed_handle_holder(bytea) TO tieout_app;

-- In which workspace of the caller's organization a handle is: an administrator reads those of all. Live and test stay
-- apart, as everywhere.
CREATE FUNCTION embed_handle_workspace(handle uuid) RETURNS uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$
    SELECT h.workspace_id
    FROM public.embed_handles h
    JOIN public.workspaces w ON w.id = h.workspace_id
    JOIN public.workspaces mine ON mine.organization_id = w.organization_id AND mine.mode = w.mode
    WHERE h.id = handle AND mine.id = public.current_workspace()
  $$;
REVOKE ALL ON FUNCTION embed_handle_workspace(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION embed_handle_workspace(uuid) TO tieout_app;

-- Who may frame the workspace's surfaces: the page is asked for by a browser that has no token yet. Null: no such workspace.
CREATE FUNCTION embed_frame_origins(workspace uuid) RETURNS text[]
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$
    SELECT coalesce(o.origins, '{}')
    FROM public.workspaces w LEFT JOIN public.embed_origins o ON o.workspace_id = w.id
    WHERE w.id = workspace AND w.lifecycle NOT IN ('suspended', 'closed')
  $$;
REVOKE ALL ON FUNCTION embed_frame_origins(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION embed_frame_origins(uuid) TO tieout_app;

-- A session that is revoked, or goes with its loan, stops at once in every process.
CREATE TRIGGER announce AFTER UPDATE OR DELETE ON embed_sessions
  FOR EACH STATEMENT EXECUTE FUNCTION announce_access_change();
