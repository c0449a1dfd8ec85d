-- Webhooks: endpoints, their secrets, and the deliveries, whose rows are the truth of what was and will be sent.

CREATE TABLE webhook_endpoints (
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  id uuid NOT NULL,
  url text NOT NULL,
  description text,
  subscribed_events text[] NOT NULL,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'revoked')),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX webhook_endpoints_newest ON webhook_endpoints (workspace_id, created_at DESC, id DESC);

-- A secret is encrypted with a key of its own, and that key with one of the operator's key-encryption keys, so that
-- changing the latter rewrites a few bytes a row. Each secret that was rotated out keeps its own expiry.
CREATE TABLE webhook_secrets (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  sealed bytea NOT NULL,
  wrapped_key bytea NOT NULL,
  kek_id text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  -- Null while it is the endpoint's current secret.
  expires_at timestamptz(3),
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, endpoint_id) REFERENCES webhook_endpoints (workspace_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX webhook_secrets_current ON webhook_secrets (workspace_id, endpoint_id) WHERE expires_at IS NULL;

-- By month, so that what is old goes by dropping a table. The body is kept as it was first made: every attempt sends
-- the same bytes, whatever release of the service makes it.
CREATE TABLE webhook_deliveries (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  -- Of an event's own deliveries the time of the event: with it the fan-out can be unique across partitions.
  created_at timestamptz(3) NOT NULL,
  endpoint_id uuid NOT NULL,
  event_id uuid NOT NULL,
  event_type text NOT NULL,
  loan_id uuid,
  -- Pinned when the delivery is enqueued. No foreign key: an expired secret is forgotten before its deliveries are.
  secret_id uuid NOT NULL,
  body text NOT NULL,
  -- Set on a replay: the delivery that it repeats.
  replay_of uuid,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'delivered', 'dead')),
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts BETWEEN 0 AND 12),
  next_attempt_at timestamptz(3),
  -- The attempt under way: which run makes it, for whom, and until when it is believed to live.
  lease uuid,
  leased_by text,
  leased_until timestamptz(3),
  -- When the sweeper last made sure that an attempt is scheduled.
  swept_at timestamptz(3),
  last_status_code integer,
  last_error text,
  delivered_at timestamptz(3),
  PRIMARY KEY (workspace_id, id, created_at),
  FOREIGN KEY (workspace_id, endpoint_id) REFERENCES webhook_endpoints (workspace_id, id) ON DELETE CASCADE,
  CHECK ((status = 'pending') = (next_attempt_at IS NOT NULL)),
  CHECK ((lease IS NULL) = (leased_until IS NULL))
) PARTITION BY RANGE (created_at);
CREATE UNIQUE INDEX webhook_deliveries_fan_out
  ON webhook_deliveries (workspace_id, endpoint_id, event_id, created_at) WHERE replay_of IS NULL;
CREATE INDEX webhook_deliveries_newest ON webhook_deliveries (workspace_id, endpoint_id, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_by_status
  ON webhook_deliveries (workspace_id, endpoint_id, status, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_of_event ON webhook_deliveries (workspace_id, event_id);
-- The sweeper walks over all tenants, the longest overdue first.
CREATE INDEX webhook_deliveries_overdue ON webhook_deliveries (next_attempt_at) WHERE status = 'pending';

ALTER TABLE webhook_endpoints ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhook_endpoints FORCE ROW LEVEL SECURITY;
ALTER TABLE webhook_secrets ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhook_secrets FORCE ROW LEVEL SECURITY;
ALTER TABLE webhook_deliveries ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhook_deliveries FORCE ROW LEVEL SECURITY;

CREATE POLICY tenant ON webhook_endpoints TO tieout_app, tieout_worker USING (workspace_id = current_workspace());
CREATE POLICY tenant ON webhook_secrets TO tieout_app, tieout_worker USING (workspace_id = current_workspace());
CREATE POLICY tenant ON webhook_deliveries TO tieout_app, tieout_worker USING (workspace_id = current_workspace());
-- For the functions below, and for the operator's change of the key-encryption key.
CREATE POLICY upkeep ON webhook_secrets TO tieout_owner USING (true);
CREATE POLICY upkeep ON webhook_deliveries TO tieout_owner USING (true);
CREATE POLICY rewrap ON webhook_secrets TO tieout_operator USING (true);

GRANT SELECT, INSERT, UPDATE ON webhook_endpoints TO tieout_app;
GRANT SELECT ON webhook_endpoints TO tieout_worker;
-- Whoever serves requests makes and retires secrets; only the worker, which signs with them, can read one.
GRANT SELECT (workspace_id, id, endpoint_id, created_at, expires_at), INSERT, UPDATE (expires_at) ON webhook_secrets
  TO tieout_app;
GRANT SELECT ON webhook_secrets TO tieout_worker;
GRANT SELECT (workspace_id, id, endpoint_id, wrapped_key, kek_id), UPDATE (wrapped_key, kek_id) ON webhook_secrets
  TO tieout_operator;
GRANT SELECT, INSERT, UPDATE (status, next_attempt_at, last_error) ON webhook_deliveries TO tieout_app;
GRANT SELECT, INSERT, UPDATE ON webhook_deliveries TO tieout_worker;

-- Makes the partitions of this month and the next three, drops those that ended more than 31 days ago; answers how
-- many it made and dropped. The worker asks for it daily: should it ever fail to for three months, the default
-- partition takes the rows.
CREATE TABLE webhook_deliveries_default PARTITION OF webhook_deliveries DEFAULT;
ALTER TABLE webhook_deliveries_default ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhook_deliveries_default FORCE ROW LEVEL SECURITY;

CREATE FUNCTION keep_delivery_partitions() RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$
  DECLARE
    first_day timestamptz;
    part text;
    changed integer := 0;
  BEGIN
    PERFORM pg_advisory_xact_lock(7401965203);
    FOR month IN -1..3 LOOP
      first_day := date_trunc('month', now() AT TIME ZONE 'UTC')::timestamp AT TIME ZONE 'UTC' + make_interval(months => month);
      part := 'webhook_deliveries_p' || to_char(first_day AT TIME ZONE 'UTC', 'YYYYMM');
      IF to_regclass('public.' || part) IS NULL THEN
        EXECUTE format('CREATE TABLE public.%I PARTITION OF public.webhook_deliveries FOR VALUES FROM (%L) TO (%L)',
          part, first_day, first_day + interval '1 month');
        EXECUTE format('ALTER TABLE public.%I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', part);
        changed := changed + 1;
      END IF;
    END LOOP;
    FOR part IN
      SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = 'public.webhook_deliveries'::regclass AND c.relname ~ '_p[0-9]{6}$'
        AND to_timestamp(right(c.relname, 6) || ' UTC', 'YYYYMM') + interval '1 month' < now() - interval '31 days'
    LOOP
      EXECUTE format('DROP TABLE public.%I', part);
      changed := changed + 1;
    END LOOP;
    RETURN changed;
  END $$;
SELECT keep_delivery_partitions();

-- Which pending deliveries are overdue, over all tenants? Marks them, so that the next question answers others. It
-- tells their names and numbers only: what they hold is read as their tenant.
CREATE FUNCTION sweep_deliveries(at timestamptz, overdue_seconds integer, at_most integer)
  RETURNS TABLE (workspace_id uuid, id uuid, created_at timestamptz, endpoint_id uuid, attempts integer)
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$
    WITH overdue AS (
      SELECT d.workspace_id, d.id, d.created_at FROM public.webhook_deliveries d
      WHERE d.status = 'pending'
        AND d.next_attempt_at < at - make_interval(secs => overdue_seconds)
        AND (d.leased_until IS NULL OR d.leased_until < at)
        AND (d.swept_at IS NULL OR d.swept_at < at - make_interval(secs => overdue_seconds))
      ORDER BY d.next_attempt_at LIMIT at_most FOR UPDATE SKIP LOCKED
    )
    UPDATE public.webhook_deliveries d SET swept_at = at FROM overdue
    WHERE d.workspace_id = overdue.workspace_id AND d.id = overdue.id AND d.created_at = overdue.created_at
    RETURNING d.workspace_id, d.id, d.created_at, d.endpoint_id, d.attempts
  $$;

-- Forgets secrets whose time is over; answers how many.
CREATE FUNCTION forget_expired_secrets(at timestamptz) RETURNS integer
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$
    WITH gone AS (DELETE FROM public.webhook_secrets WHERE expires_at < at RETURNING 1)
    SELECT count(*)::integer FROM gone
  $$;

REVOKE ALL ON FUNCTION keep_delivery_partitions() FROM PUBLIC;
REVOKE ALL ON FUNCTION sweep_deliveries(timestamptz, integer, integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION forget_expired_secrets(timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION keep_delivery_partitions() TO tieout_worker;
GRANT EXECUTE ON FUNCTION sweep_deliveries(timestamptz, integer, integer) TO tieout_worker;
GRANT EXECUTE ON FUNCTION forget_expired_secrets(timestamptz) TO tieout_worker;
