-- Tenants, keys and the two fences between tenants.
--
-- Roles (made by the operator, see docs/operate): tieout_owner owns everything here and runs migrations; tieout_app
-- serves requests; tieout_worker runs background work; tieout_operator issues keys and sets plans. None but the owner
-- owns anything, none may bypass row-level security, and FORCE makes even the owner subject to it.
--
-- The tenant of a transaction is the setting app.workspace_id, set by SET LOCAL so that a pooled connection can't
-- carry it over. Without it current_workspace() is null and every tenant table looks empty.

CREATE FUNCTION current_workspace() RETURNS uuid
  LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT nullif(current_setting('app.workspace_id', true), '')::uuid $$;

CREATE TABLE organizations (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE workspaces (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations (id),
  name text NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  -- A test workspace is the sandbox twin of exactly one live workspace.
  live_workspace_id uuid UNIQUE REFERENCES workspaces (id),
  lifecycle text NOT NULL DEFAULT 'active' CHECK (lifecycle IN ('trial', 'active', 'suspended', 'closed')),
  plan text NOT NULL DEFAULT 'standard',
  features text[] NOT NULL DEFAULT '{}',
  subscription_status text NOT NULL DEFAULT 'none'
    CHECK (subscription_status IN ('trialing', 'active', 'past_due', 'canceled', 'none')),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CHECK ((mode = 'test') = (live_workspace_id IS NOT NULL))
);
CREATE INDEX workspaces_of_organization ON workspaces (organization_id, id);

CREATE TABLE api_keys (
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  id uuid NOT NULL,
  name text NOT NULL,
  key_hash bytea NOT NULL CHECK (octet_length(key_hash) = 32),
  hint text NOT NULL,
  role text NOT NULL CHECK (role IN ('member', 'admin')),
  scopes text[] NOT NULL,
  -- Requests a minute by lane where they differ from the lane's default; only the operator writes it.
  rate_limits jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  revoked_at timestamptz(3),
  PRIMARY KEY (workspace_id, id)
);
-- The one index that is not led by the workspace: the hash is what tells us the workspace.
CREATE UNIQUE INDEX api_keys_by_hash ON api_keys (key_hash);
CREATE INDEX api_keys_newest ON api_keys (workspace_id, created_at DESC, id DESC);

ALTER TABLE organizations ENABLE ROW LEVEL SECURITY;
ALTER TABLE organizations FORCE ROW LEVEL SECURITY;
ALTER TABLE workspaces ENABLE ROW LEVEL SECURITY;
ALTER TABLE workspaces FORCE ROW LEVEL SECURITY;
ALTER TABLE api_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE api_keys FORCE ROW LEVEL SECURITY;

CREATE POLICY tenant ON workspaces TO tieout_app, tieout_worker
  USING (id = current_workspace());
CREATE POLICY tenant ON organizations TO tieout_app, tieout_worker
  USING (id = (SELECT organization_id FROM workspaces WHERE workspaces.id = current_workspace()));
CREATE POLICY tenant ON api_keys TO tieout_app, tieout_worker
  USING (workspace_id = current_workspace());

-- The control plane: the operator sees every tenant's shell (never its borrowers); the owner needs the same for the
-- functions below, which run with its rights.
CREATE POLICY control ON organizations TO tieout_operator, tieout_owner USING (true);
CREATE POLICY control ON workspaces TO tieout_operator, tieout_owner USING (true);
CREATE POLICY control ON api_keys TO tieout_operator, tieout_owner USING (true);

GRANT SELECT ON organizations, workspaces, api_keys TO tieout_app, tieout_worker;
GRANT INSERT, UPDATE (revoked_at) ON api_keys TO tieout_app;
GRANT SELECT, INSERT, UPDATE ON organizations, workspaces, api_keys TO tieout_operator;

-- Whose key is this? The only question that can be asked before a tenant is known, so it is a function that answers
-- for one hash and nothing else.
CREATE FUNCTION authenticate_key(hash bytea)
  RETURNS TABLE (
    key_id uuid, workspace_id uuid, organization_id uuid, role text, scopes text[], rate_limits jsonb,
    mode text, features text[], subscription_status text
  )
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$
    SELECT k.id, k.workspace_id, w.organization_id, k.role, k.scopes, k.rate_limits,
           w.mode, w.features, w.subscription_status
    FROM public.api_keys k JOIN public.workspaces w ON w.id = k.workspace_id
    WHERE k.key_hash = hash AND k.revoked_at IS NULL AND w.lifecycle NOT IN ('suspended', 'closed')
  $$;
REVOKE ALL ON FUNCTION authenticate_key(bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION authenticate_key(bytea) TO tieout_app, tieout_worker;

-- Every process drops its memory of keys and workspaces the moment one of them changes.
CREATE FUNCTION announce_access_change() RETURNS trigger
  LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_notify('access_changed', '');
    RETURN NULL;
  END $$;
CREATE TRIGGER announce AFTER UPDATE OR DELETE ON api_keys
  FOR EACH STATEMENT EXECUTE FUNCTION announce_access_change();
CREATE TRIGGER announce AFTER UPDATE OR DELETE ON workspaces
  FOR EACH STATEMENT EXECUTE FUNCTION announce_access_change();
