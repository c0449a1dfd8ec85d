-- What every write leans on: idempotency, the audit log and the outbox.

CREATE TABLE idempotency_keys (
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  api_key_id uuid NOT NULL,
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
  fingerprint bytea NOT NULL,
  -- running: claimed, no answer yet. answered: the answer is kept. lost: it ran, but its answer could not be kept.
  state text NOT NULL CHECK (state IN ('running', 'answered', 'lost')),
  status integer,
  body text,
  claimed_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, api_key_id, key),
  FOREIGN KEY (workspace_id, api_key_id) REFERENCES api_keys (workspace_id, id),
  CHECK ((state = 'answered') = (status IS NOT NULL))
);
-- The purge walks by age over all tenants.
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (claimed_at);

-- The audit log is a chain: each row's hash covers the row before it, its own number and its text, so that a missing,
-- changed or reordered row breaks every hash after it. Only append_audit() writes here.
CREATE TABLE audit_log (
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  seq bigint NOT NULL,
  entry text NOT NULL,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL,
  PRIMARY KEY (workspace_id, seq)
);
CREATE TABLE audit_heads (
  workspace_id uuid PRIMARY KEY REFERENCES workspaces (id),
  seq bigint NOT NULL,
  hash bytea NOT NULL
);

-- Work to hand to the engine, written in the transaction that causes it. A row is deleted once it is handed over;
-- due_at lets a sweeper find what was left behind.
CREATE TABLE outbox (
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  id uuid NOT NULL,
  topic text NOT NULL,
  payload jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  due_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, id)
);
-- The relay claims over all tenants, oldest due first.
CREATE INDEX outbox_due ON outbox (due_at, id);

ALTER TABLE idempotency_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE idempotency_keys FORCE ROW LEVEL SECURITY;
ALTER TABLE audit_log ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_log FORCE ROW LEVEL SECURITY;
ALTER TABLE audit_heads ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_heads FORCE ROW LEVEL SECURITY;
ALTER TABLE outbox ENABLE ROW LEVEL SECURITY;
ALTER TABLE outbox FORCE ROW LEVEL SECURITY;

CREATE POLICY tenant ON idempotency_keys TO tieout_app USING (workspace_id = current_workspace());
CREATE POLICY purge ON idempotency_keys TO tieout_worker USING (true);
CREATE POLICY tenant ON audit_log TO tieout_app, tieout_worker USING (workspace_id = current_workspace());
CREATE POLICY verify ON audit_log FOR SELECT TO tieout_operator USING (true);
CREATE POLICY chain ON audit_log TO tieout_owner USING (workspace_id = current_workspace());
CREATE POLICY chain ON audit_heads TO tieout_owner USING (workspace_id = current_workspace());
CREATE POLICY verify ON audit_heads FOR SELECT TO tieout_operator USING (true);
CREATE POLICY tenant ON outbox TO tieout_app USING (workspace_id = current_workspace());
CREATE POLICY relay ON outbox TO tieout_worker USING (true);

GRANT SELECT, INSERT, UPDATE ON idempotency_keys TO tieout_app;
GRANT SELECT, DELETE ON idempotency_keys TO tieout_worker;
GRANT SELECT ON audit_log TO tieout_app, tieout_worker, tieout_operator;
GRANT SELECT ON audit_heads TO tieout_operator;
GRANT INSERT ON outbox TO tieout_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON outbox TO tieout_worker;

-- Appends one entry to the chain of the transaction's tenant. The head row is locked until commit, so writers of one
-- workspace queue here: callers append last, which keeps the wait to the commit itself.
CREATE FUNCTION append_audit(new_entry text) RETURNS bigint
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$
  DECLARE
    tenant uuid := public.current_workspace();
    head public.audit_heads%ROWTYPE;
    next_hash bytea;
  BEGIN
    IF tenant IS NULL THEN
      RAISE EXCEPTION 'append_audit needs a tenant';
    END IF;
    SELECT * INTO head FROM public.audit_heads WHERE workspace_id = tenant FOR UPDATE;
    IF NOT FOUND THEN
      INSERT INTO public.audit_heads VALUES (tenant, 0, decode(repeat('00', 32), 'hex')) ON CONFLICT DO NOTHING;
      SELECT * INTO head FROM public.audit_heads WHERE workspace_id = tenant FOR UPDATE;
    END IF;
    next_hash := sha256(head.hash || int8send(head.seq + 1) || convert_to(new_entry, 'UTF8'));
    INSERT INTO public.audit_log VALUES (tenant, head.seq + 1, new_entry, head.hash, next_hash);
    UPDATE public.audit_heads SET seq = head.seq + 1, hash = next_hash WHERE workspace_id = tenant;
    RETURN head.seq + 1;
  END $$;
REVOKE ALL ON FUNCTION append_audit(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION append_audit(text) TO tieout_app, tieout_worker, tieout_operator;
