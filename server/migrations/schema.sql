-- Generated from the migrations by npm run generate; not edited by hand.
CREATE FUNCTION public.announce_access_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  BEGIN
    PERFORM pg_notify('access_changed', '');
    RETURN NULL;
  END $$;

CREATE FUNCTION public.announce_events() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  BEGIN
    PERFORM pg_notify('events', recorded.workspace_id || ' ' || recorded.id)
    FROM recorded JOIN event_followers USING (workspace_id) WHERE event_followers.until > now();
    RETURN NULL;
  END $$;

CREATE FUNCTION public.announce_outbox() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  BEGIN
    PERFORM pg_notify('outbox', '');
    RETURN NULL;
  END $$;

CREATE FUNCTION public.append_audit(new_entry text) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public'
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

CREATE FUNCTION public.authenticate_embed(hash bytea) RETURNS TABLE(session_id uuid, key_id uuid, workspace_id uuid, organization_id uuid, loan_id uuid, borrower_id uuid, scopes text[], external_user_id text, display_name text, expires_at timestamp with time zone, mode text, features text[], subscription_status text)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public'
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

CREATE FUNCTION public.authenticate_key(hash bytea) RETURNS TABLE(key_id uuid, workspace_id uuid, organization_id uuid, role text, scopes text[], rate_limits jsonb, mode text, features text[], subscription_status text)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public'
    AS $$
    SELECT k.id, k.workspace_id, w.organization_id, k.role, k.scopes, k.rate_limits,
           w.mode, w.features, w.subscription_status
    FROM public.api_keys k JOIN public.workspaces w ON w.id = k.workspace_id
    WHERE k.key_hash = hash AND k.revoked_at IS NULL AND w.lifecycle NOT IN ('suspended', 'closed')
  $$;

CREATE FUNCTION public.current_workspace() RETURNS uuid
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$ SELECT nullif(current_setting('app.workspace_id', true), '')::uuid $$;

CREATE FUNCTION public.embed_frame_origins(workspace uuid) RETURNS text[]
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public'
    AS $$
    SELECT coalesce(o.origins, '{}')
    FROM public.workspaces w LEFT JOIN public.embed_origins o ON o.workspace_id = w.id
    WHERE w.id = workspace AND w.lifecycle NOT IN ('suspended', 'closed')
  $$;

CREATE FUNCTION public.embed_handle_holder(hash bytea) RETURNS TABLE(workspace_id uuid, handle_id uuid)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public'
    AS $$
    SELECT h.workspace_id, h.id
    FROM public.embed_handles h
    JOIN public.api_keys k ON k.workspace_id = h.workspace_id AND k.id = h.api_key_id
    JOIN public.workspaces w ON w.id = h.workspace_id
    WHERE h.handle_hash = hash AND k.revoked_at IS NULL AND w.lifecycle NOT IN ('suspended', 'closed')
  $$;

CREATE FUNCTION public.embed_handle_workspace(handle uuid) RETURNS uuid
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public'
    AS $$
    SELECT h.workspace_id
    FROM public.embed_handles h
    JOIN public.workspaces w ON w.id = h.workspace_id
    JOIN public.workspaces mine ON mine.organization_id = w.organization_id AND mine.mode = w.mode
    WHERE h.id = handle AND mine.id = public.current_workspace()
  $$;

CREATE FUNCTION public.exports_to_sweep(silent_since timestamp with time zone, at_most integer) RETURNS TABLE(workspace_id uuid, export_id uuid, why text)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public'
    AS $$
    (SELECT e.workspace_id, e.id, 'silent' FROM public.exports e
     WHERE e.status IN ('queued', 'running', 'cancelling') AND e.updated_at < silent_since
     ORDER BY e.updated_at LIMIT at_most)
    UNION ALL
    (SELECT e.workspace_id, e.id, 'expired' FROM public.exports e
     WHERE e.status = 'succeeded' AND e.expires_at < now() AND e.bundle_size IS NOT NULL
     ORDER BY e.expires_at LIMIT at_most)
  $$;

CREATE FUNCTION public.forget_embed_sessions(ended_before timestamp with time zone, at_most integer) RETURNS integer
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public'
    AS $$
    WITH sessions AS (
      DELETE FROM public.embed_sessions WHERE (workspace_id, id) IN (
        SELECT workspace_id, id FROM public.embed_sessions
        WHERE expires_at < ended_before ORDER BY expires_at LIMIT at_most)
      RETURNING 1
    ), handles AS (
      DELETE FROM public.embed_handles WHERE (workspace_id, id) IN (
        SELECT workspace_id, id FROM public.embed_handles
        WHERE session_id IS NULL AND expires_at < ended_before ORDER BY expires_at LIMIT at_most)
      RETURNING 1
    ), work AS (
      DELETE FROM public.embed_work WHERE (workspace_id, loan_id, owner) IN (
        SELECT workspace_id, loan_id, owner FROM public.embed_work
        WHERE starts_with(owner, 'session:') AND updated_at < ended_before ORDER BY updated_at LIMIT at_most)
      RETURNING 1
    )
    SELECT ((SELECT count(*) FROM sessions) + (SELECT count(*) FROM handles) + (SELECT count(*) FROM work))::integer
  $$;

CREATE FUNCTION public.forget_expired_secrets(at timestamp with time zone) RETURNS integer
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public'
    AS $$
    WITH gone AS (DELETE FROM public.webhook_secrets WHERE expires_at < at RETURNING 1)
    SELECT count(*)::integer FROM gone
  $$;

CREATE FUNCTION public.is_sandbox(workspace uuid) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public'
    AS $$ SELECT EXISTS (SELECT 1 FROM public.workspaces WHERE id = workspace AND mode = 'test') $$;

CREATE FUNCTION public.jobs_without_work() RETURNS TABLE(workspace_id uuid, job_id uuid)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public'
    AS $$
    SELECT j.workspace_id, j.id FROM public.jobs j
    WHERE j.status IN ('QUEUED', 'PROCESSING') AND NOT EXISTS (
      SELECT 1 FROM public.outbox o
      WHERE o.workspace_id = j.workspace_id AND o.topic = 'package' AND o.payload->>'job' = j.id::text)
  $$;

CREATE FUNCTION public.keep_delivery_partitions() RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public'
    AS $_$
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
  END $_$;

CREATE FUNCTION public.memo_renders_to_sweep(silent_since timestamp with time zone, at_most integer) RETURNS TABLE(workspace_id uuid, render_id uuid)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public'
    AS $$
    SELECT r.workspace_id, r.id FROM public.memo_renders r
    WHERE r.status IN ('queued', 'rendering', 'cancelling') AND r.updated_at < silent_since
    ORDER BY r.updated_at LIMIT at_most
  $$;

CREATE FUNCTION public.move_of_tag(asked text) RETURNS TABLE(state text, cell text)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public'
    AS $$ SELECT m.state, m.cell FROM public.workspace_moves m WHERE m.tag = asked $$;

CREATE FUNCTION public.overdue_jobs(unconfirmed_since timestamp with time zone, past_deadline timestamp with time zone, at_most integer) RETURNS TABLE(workspace_id uuid, job_id uuid, why text)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public'
    AS $$
    (SELECT j.workspace_id, j.id, 'never_uploaded' FROM public.jobs j
     WHERE j.status = 'AWAITING_UPLOAD' AND j.upload_expires_at < unconfirmed_since
     ORDER BY j.upload_expires_at LIMIT at_most)
    UNION ALL
    (SELECT j.workspace_id, j.id, 'past_deadline' FROM public.jobs j
     WHERE j.status = 'PROCESSING' AND j.deadline_at < past_deadline
     ORDER BY j.deadline_at LIMIT at_most)
  $$;

CREATE FUNCTION public.silent_resets(silent_since timestamp with time zone, at_most integer) RETURNS TABLE(workspace_id uuid, reset_id uuid)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public'
    AS $$
    SELECT r.workspace_id, r.id FROM public.sandbox_resets r
    WHERE r.status <> 'done' AND r.updated_at < silent_since ORDER BY r.updated_at LIMIT at_most
  $$;

CREATE FUNCTION public.sweep_deliveries(at timestamp with time zone, overdue_seconds integer, at_most integer) RETURNS TABLE(workspace_id uuid, id uuid, created_at timestamp with time zone, endpoint_id uuid, attempts integer)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public'
    AS $$
  DECLARE
    overdue CURSOR FOR
      SELECT FROM public.webhook_deliveries d
      WHERE d.status = 'pending'
        AND d.next_attempt_at < at - make_interval(secs => overdue_seconds)
        AND (d.leased_until IS NULL OR d.leased_until < at)
        AND (d.swept_at IS NULL OR d.swept_at < at - make_interval(secs => overdue_seconds))
      ORDER BY d.next_attempt_at LIMIT at_most FOR UPDATE SKIP LOCKED;
  BEGIN
    FOR delivery IN overdue LOOP
      RETURN QUERY UPDATE public.webhook_deliveries d SET swept_at = at WHERE CURRENT OF overdue
        RETURNING d.workspace_id, d.id, d.created_at, d.endpoint_id, d.attempts;
    END LOOP;
  END $$;

CREATE FUNCTION public.wipe_sandbox() RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public'
    SET lock_timeout TO '800ms'
    AS $$
  DECLARE
    tenant uuid := public.current_workspace();
  BEGIN
    IF tenant IS NULL OR NOT public.is_sandbox(tenant) THEN
      RAISE EXCEPTION 'only a sandbox can be emptied';
    END IF;
    FOR pass IN 1..2 LOOP
      DELETE FROM public.borrowers WHERE workspace_id = tenant;
      DELETE FROM public.webhook_endpoints WHERE workspace_id = tenant;
      DELETE FROM public.charts WHERE workspace_id = tenant;
      DELETE FROM public.chart_versions WHERE workspace_id = tenant;
      DELETE FROM public.spread_requests WHERE workspace_id = tenant;
      DELETE FROM public.events WHERE workspace_id = tenant;
      DELETE FROM public.outbox WHERE workspace_id = tenant;
      PERFORM 1 FROM public.workspaces WHERE id = tenant FOR UPDATE;
    END LOOP;
    DELETE FROM public.mapping_outlines WHERE workspace_id = tenant;
  END $$;

CREATE TABLE public.addback_versions (
    workspace_id uuid NOT NULL,
    loan_id uuid NOT NULL,
    version integer NOT NULL,
    rows json NOT NULL,
    saved_by text NOT NULL,
    saved_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT addback_versions_version_check CHECK ((version > 0))
);

ALTER TABLE ONLY public.addback_versions FORCE ROW LEVEL SECURITY;

CREATE TABLE public.api_keys (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    key_hash bytea NOT NULL,
    hint text NOT NULL,
    role text NOT NULL,
    scopes text[] NOT NULL,
    rate_limits jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    revoked_at timestamp(3) with time zone,
    CONSTRAINT api_keys_key_hash_check CHECK ((octet_length(key_hash) = 32)),
    CONSTRAINT api_keys_role_check CHECK ((role = ANY (ARRAY['member'::text, 'admin'::text])))
);

ALTER TABLE ONLY public.api_keys FORCE ROW LEVEL SECURITY;

CREATE TABLE public.audit_heads (
    workspace_id uuid NOT NULL,
    seq bigint NOT NULL,
    hash bytea NOT NULL
);

ALTER TABLE ONLY public.audit_heads FORCE ROW LEVEL SECURITY;

CREATE TABLE public.audit_log (
    workspace_id uuid NOT NULL,
    seq bigint NOT NULL,
    entry text NOT NULL,
    previous_hash bytea NOT NULL,
    hash bytea NOT NULL
);

ALTER TABLE ONLY public.audit_log FORCE ROW LEVEL SECURITY;

CREATE TABLE public.billing_accounts (
    workspace_id uuid NOT NULL,
    covers_processing boolean DEFAULT true NOT NULL,
    per_doc_cents bigint DEFAULT 0 NOT NULL,
    spend_cap_cents bigint,
    max_in_flight_docs integer DEFAULT 2000 NOT NULL,
    balance_cents bigint DEFAULT 0 NOT NULL,
    reserved_cents bigint DEFAULT 0 NOT NULL,
    in_flight_docs integer DEFAULT 0 NOT NULL,
    period text NOT NULL,
    period_spent_cents bigint DEFAULT 0 NOT NULL,
    period_documents integer DEFAULT 0 NOT NULL,
    CONSTRAINT billing_accounts_in_flight_docs_check CHECK ((in_flight_docs >= 0)),
    CONSTRAINT billing_accounts_max_in_flight_docs_check CHECK ((max_in_flight_docs > 0)),
    CONSTRAINT billing_accounts_per_doc_cents_check CHECK ((per_doc_cents >= 0)),
    CONSTRAINT billing_accounts_period_check CHECK ((period ~ '^\d{4}-\d{2}$'::text)),
    CONSTRAINT billing_accounts_reserved_cents_check CHECK ((reserved_cents >= 0)),
    CONSTRAINT billing_accounts_spend_cap_cents_check CHECK ((spend_cap_cents >= 0))
);

ALTER TABLE ONLY public.billing_accounts FORCE ROW LEVEL SECURITY;

CREATE TABLE public.borrowers (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    business_name text,
    is_intake boolean NOT NULL,
    entity_type text,
    ein_last4 text,
    naics_code text,
    email text,
    phone text,
    address jsonb,
    external_id text,
    metadata jsonb DEFAULT '{}'::jsonb NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT borrowers_check CHECK ((is_intake OR (business_name IS NOT NULL)))
);

ALTER TABLE ONLY public.borrowers FORCE ROW LEVEL SECURITY;

CREATE TABLE public.chart_versions (
    workspace_id uuid NOT NULL,
    kind text NOT NULL,
    version integer NOT NULL,
    content jsonb NOT NULL,
    saved_by text NOT NULL,
    saved_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT chart_versions_kind_check CHECK ((kind = ANY (ARRAY['chart'::text, 'rules'::text, 'export_map'::text]))),
    CONSTRAINT chart_versions_version_check CHECK ((version > 0))
);

ALTER TABLE ONLY public.chart_versions FORCE ROW LEVEL SECURITY;

CREATE TABLE public.charts (
    workspace_id uuid NOT NULL,
    chart_version integer DEFAULT 0 NOT NULL,
    rules_version integer DEFAULT 0 NOT NULL,
    export_map_version integer DEFAULT 0 NOT NULL,
    generation uuid DEFAULT gen_random_uuid() NOT NULL
);

ALTER TABLE ONLY public.charts FORCE ROW LEVEL SECURITY;

CREATE TABLE public.documents (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    job_id uuid NOT NULL,
    borrower_id uuid NOT NULL,
    loan_id uuid NOT NULL,
    category text NOT NULL,
    report_type text NOT NULL,
    pages integer[] NOT NULL,
    file_name text NOT NULL,
    status text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    page_parts jsonb,
    classification jsonb,
    entity_name text,
    entity_source jsonb,
    entity_ein_last4 text,
    assurance_level text,
    cpa_engagement jsonb,
    extraction_version integer,
    proof jsonb,
    entity_key text,
    entity_unlinked boolean DEFAULT true NOT NULL,
    company_attachments jsonb DEFAULT '[]'::jsonb NOT NULL,
    attached_by_hand boolean DEFAULT false NOT NULL,
    CONSTRAINT documents_entity_ein_last4_check CHECK ((entity_ein_last4 ~ '^[0-9]{4}$'::text)),
    CONSTRAINT documents_extraction_version_check CHECK ((extraction_version > 0)),
    CONSTRAINT documents_status_check CHECK ((status = ANY (ARRAY['processing'::text, 'processed'::text, 'failed'::text])))
);

ALTER TABLE ONLY public.documents FORCE ROW LEVEL SECURITY;

CREATE TABLE public.embed_handles (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    api_key_id uuid NOT NULL,
    loan_id uuid NOT NULL,
    surface text NOT NULL,
    handle_hash bytea NOT NULL,
    scopes text[] NOT NULL,
    external_user_id text,
    display_name text,
    token_lifetime_seconds integer NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    exchanged_at timestamp(3) with time zone,
    session_id uuid,
    revoked_at timestamp(3) with time zone,
    CONSTRAINT embed_handles_check CHECK (((exchanged_at IS NULL) = (session_id IS NULL))),
    CONSTRAINT embed_handles_check1 CHECK (((display_name IS NULL) OR (external_user_id IS NOT NULL))),
    CONSTRAINT embed_handles_display_name_check CHECK (((length(display_name) >= 1) AND (length(display_name) <= 120))),
    CONSTRAINT embed_handles_external_user_id_check CHECK (((length(external_user_id) >= 1) AND (length(external_user_id) <= 256))),
    CONSTRAINT embed_handles_handle_hash_check CHECK ((octet_length(handle_hash) = 32)),
    CONSTRAINT embed_handles_surface_check CHECK ((surface = ANY (ARRAY['spreading'::text, 'documents'::text]))),
    CONSTRAINT embed_handles_token_lifetime_seconds_check CHECK ((token_lifetime_seconds > 0))
);

ALTER TABLE ONLY public.embed_handles FORCE ROW LEVEL SECURITY;

CREATE TABLE public.embed_origins (
    workspace_id uuid NOT NULL,
    origins text[] NOT NULL,
    version integer NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT embed_origins_version_check CHECK ((version > 0))
);

ALTER TABLE ONLY public.embed_origins FORCE ROW LEVEL SECURITY;

CREATE TABLE public.embed_sessions (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    api_key_id uuid NOT NULL,
    loan_id uuid NOT NULL,
    borrower_id uuid NOT NULL,
    token_hash bytea NOT NULL,
    scopes text[] NOT NULL,
    external_user_id text,
    display_name text,
    expires_at timestamp(3) with time zone NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    revoked_at timestamp(3) with time zone,
    CONSTRAINT embed_sessions_check CHECK (((display_name IS NULL) OR (external_user_id IS NOT NULL))),
    CONSTRAINT embed_sessions_display_name_check CHECK (((length(display_name) >= 1) AND (length(display_name) <= 120))),
    CONSTRAINT embed_sessions_external_user_id_check CHECK (((length(external_user_id) >= 1) AND (length(external_user_id) <= 256))),
    CONSTRAINT embed_sessions_token_hash_check CHECK ((octet_length(token_hash) = 32))
);

ALTER TABLE ONLY public.embed_sessions FORCE ROW LEVEL SECURITY;

CREATE TABLE public.embed_work (
    workspace_id uuid NOT NULL,
    loan_id uuid NOT NULL,
    owner text NOT NULL,
    work jsonb NOT NULL,
    version integer NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT embed_work_version_check CHECK ((version > 0))
);

ALTER TABLE ONLY public.embed_work FORCE ROW LEVEL SECURITY;

CREATE TABLE public.event_followers (
    workspace_id uuid NOT NULL,
    until timestamp(3) with time zone NOT NULL
);

ALTER TABLE ONLY public.event_followers FORCE ROW LEVEL SECURITY;

CREATE TABLE public.events (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    type text NOT NULL,
    livemode boolean NOT NULL,
    loan_id uuid,
    data jsonb NOT NULL,
    once text,
    created_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL
);

ALTER TABLE ONLY public.events FORCE ROW LEVEL SECURITY;

CREATE TABLE public.export_files (
    workspace_id uuid NOT NULL,
    export_id uuid NOT NULL,
    document_id uuid NOT NULL,
    name text NOT NULL,
    report_type text NOT NULL,
    extraction_version integer NOT NULL,
    line_items integer NOT NULL,
    size_bytes bigint NOT NULL,
    sha256 bytea NOT NULL
);

ALTER TABLE ONLY public.export_files FORCE ROW LEVEL SECURITY;

CREATE TABLE public.exports (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    borrower_id uuid NOT NULL,
    loan_id uuid NOT NULL,
    format text NOT NULL,
    status text NOT NULL,
    livemode boolean NOT NULL,
    document_ids uuid[] NOT NULL,
    done integer DEFAULT 0 NOT NULL,
    skipped_document_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    error_code text,
    bundle_size bigint,
    bundle_sha256 bytea,
    api_key_id uuid,
    idempotency_key text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    started_at timestamp(3) with time zone,
    finished_at timestamp(3) with time zone,
    expires_at timestamp(3) with time zone,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT exports_check CHECK (((status = 'succeeded'::text) = (bundle_sha256 IS NOT NULL))),
    CONSTRAINT exports_format_check CHECK ((format = ANY (ARRAY['csv'::text, 'json'::text, 'xlsx'::text]))),
    CONSTRAINT exports_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'succeeded'::text, 'failed'::text, 'cancelling'::text, 'cancelled'::text])))
);

ALTER TABLE ONLY public.exports FORCE ROW LEVEL SECURITY;

CREATE TABLE public.extractions (
    workspace_id uuid NOT NULL,
    document_id uuid NOT NULL,
    version integer NOT NULL,
    report_type text NOT NULL,
    engine_version text NOT NULL,
    cause text NOT NULL,
    payload json NOT NULL,
    proof jsonb NOT NULL,
    line_items integer NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT extractions_cause_check CHECK ((cause = ANY (ARRAY['read'::text, 'corrected'::text, 'reprocessed'::text]))),
    CONSTRAINT extractions_version_check CHECK ((version > 0))
);
ALTER TABLE ONLY public.extractions ALTER COLUMN payload SET COMPRESSION lz4;

ALTER TABLE ONLY public.extractions FORCE ROW LEVEL SECURITY;

CREATE TABLE public.figures (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    borrower_id uuid NOT NULL,
    document_id uuid NOT NULL,
    address text NOT NULL,
    caption text NOT NULL,
    caption_key text NOT NULL,
    fiscal_year integer,
    period_end date,
    period_label text,
    value numeric NOT NULL,
    scale numeric NOT NULL,
    page integer NOT NULL,
    box double precision[] NOT NULL,
    printed text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ONLY public.figures FORCE ROW LEVEL SECURITY;

CREATE TABLE public.idempotency_keys (
    workspace_id uuid NOT NULL,
    api_key_id uuid NOT NULL,
    key text NOT NULL,
    fingerprint bytea NOT NULL,
    state text NOT NULL,
    status integer,
    body text,
    claimed_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT idempotency_keys_check CHECK (((state = 'answered'::text) = (status IS NOT NULL))),
    CONSTRAINT idempotency_keys_key_check CHECK (((length(key) >= 1) AND (length(key) <= 255))),
    CONSTRAINT idempotency_keys_state_check CHECK ((state = ANY (ARRAY['running'::text, 'answered'::text, 'lost'::text])))
);

ALTER TABLE ONLY public.idempotency_keys FORCE ROW LEVEL SECURITY;

CREATE TABLE public.jobs (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    borrower_id uuid NOT NULL,
    loan_id uuid NOT NULL,
    file_name text NOT NULL,
    content_type text NOT NULL,
    size_bytes bigint NOT NULL,
    livemode boolean NOT NULL,
    declared_sha256 bytea,
    sha256 bytea,
    sample_document text,
    status text DEFAULT 'AWAITING_UPLOAD'::text NOT NULL,
    duplicate_of uuid,
    error_code text,
    step text,
    pages_done integer DEFAULT 0 NOT NULL,
    pages_total integer,
    pages_key text,
    lease integer DEFAULT 0 NOT NULL,
    upload_expires_at timestamp(3) with time zone NOT NULL,
    confirmed_at timestamp(3) with time zone,
    deadline_at timestamp(3) with time zone,
    finished_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT jobs_check CHECK (((status = 'FAILED'::text) = (error_code IS NOT NULL))),
    CONSTRAINT jobs_check1 CHECK (((duplicate_of IS NULL) OR (status = 'DUPLICATE'::text))),
    CONSTRAINT jobs_declared_sha256_check CHECK ((octet_length(declared_sha256) = 32)),
    CONSTRAINT jobs_sha256_check CHECK ((octet_length(sha256) = 32)),
    CONSTRAINT jobs_size_bytes_check CHECK ((size_bytes > 0)),
    CONSTRAINT jobs_status_check CHECK ((status = ANY (ARRAY['AWAITING_UPLOAD'::text, 'QUEUED'::text, 'PROCESSING'::text, 'COMPLETED'::text, 'FAILED'::text, 'DUPLICATE'::text, 'EXPIRED'::text])))
);

ALTER TABLE ONLY public.jobs FORCE ROW LEVEL SECURITY;

CREATE TABLE public.ledger_entries (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    kind text NOT NULL,
    balance_cents bigint NOT NULL,
    reserved_cents bigint NOT NULL,
    in_flight_docs integer NOT NULL,
    documents integer DEFAULT 0 NOT NULL,
    job_id uuid,
    note text,
    CONSTRAINT ledger_entries_check CHECK (((kind = 'credit'::text) = (job_id IS NULL))),
    CONSTRAINT ledger_entries_check1 CHECK (((kind = ANY (ARRAY['credit'::text, 'settle'::text])) OR (balance_cents = 0))),
    CONSTRAINT ledger_entries_check2 CHECK (((kind <> 'credit'::text) OR ((reserved_cents = 0) AND (in_flight_docs = 0)))),
    CONSTRAINT ledger_entries_check3 CHECK (((kind <> 'reserve'::text) OR ((reserved_cents >= 0) AND (in_flight_docs = 1)))),
    CONSTRAINT ledger_entries_check4 CHECK (((kind <> ALL (ARRAY['settle'::text, 'release'::text])) OR ((reserved_cents <= 0) AND (in_flight_docs = '-1'::integer)))),
    CONSTRAINT ledger_entries_documents_check CHECK ((documents >= 0)),
    CONSTRAINT ledger_entries_kind_check CHECK ((kind = ANY (ARRAY['credit'::text, 'reserve'::text, 'settle'::text, 'release'::text])))
);

ALTER TABLE ONLY public.ledger_entries FORCE ROW LEVEL SECURITY;

CREATE TABLE public.loans (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    borrower_id uuid NOT NULL,
    name text,
    amount_cents bigint,
    purpose text,
    product text,
    term_months integer,
    external_id text,
    guarantors text[],
    status text DEFAULT 'open'::text NOT NULL,
    metadata jsonb DEFAULT '{}'::jsonb NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT loans_amount_cents_check CHECK ((amount_cents >= 0)),
    CONSTRAINT loans_status_check CHECK ((status = ANY (ARRAY['open'::text, 'approved'::text, 'declined'::text, 'funded'::text, 'closed'::text])))
);

ALTER TABLE ONLY public.loans FORCE ROW LEVEL SECURITY;

CREATE TABLE public.mapping_outlines (
    workspace_id uuid NOT NULL,
    id text NOT NULL,
    rows json NOT NULL
);
ALTER TABLE ONLY public.mapping_outlines ALTER COLUMN rows SET COMPRESSION lz4;

ALTER TABLE ONLY public.mapping_outlines FORCE ROW LEVEL SECURITY;

CREATE TABLE public.mapping_requests (
    workspace_id uuid NOT NULL,
    document_id uuid NOT NULL,
    requested_at timestamp(3) with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ONLY public.mapping_requests FORCE ROW LEVEL SECURITY;

CREATE TABLE public.mappings (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    document_id uuid NOT NULL,
    extraction_version integer NOT NULL,
    chart_document_version integer NOT NULL,
    chart_rules_version integer NOT NULL,
    export_map_version integer NOT NULL,
    engine_version text NOT NULL,
    platform_chart_version text NOT NULL,
    status text NOT NULL,
    payload json,
    hint jsonb,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    placements jsonb DEFAULT '{}'::jsonb NOT NULL,
    outline_id text,
    CONSTRAINT mappings_check CHECK (((status = 'ready'::text) = (payload IS NOT NULL))),
    CONSTRAINT mappings_status_check CHECK ((status = ANY (ARRAY['ready'::text, 'unmappable'::text])))
);
ALTER TABLE ONLY public.mappings ALTER COLUMN payload SET COMPRESSION lz4;

ALTER TABLE ONLY public.mappings FORCE ROW LEVEL SECURITY;

CREATE TABLE public.memo_renders (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    borrower_id uuid NOT NULL,
    loan_id uuid NOT NULL,
    memo_id uuid NOT NULL,
    memo_version integer NOT NULL,
    snapshot_id uuid NOT NULL,
    status text NOT NULL,
    livemode boolean NOT NULL,
    title text NOT NULL,
    commentary json NOT NULL,
    shows_loan_file boolean NOT NULL,
    document json,
    error_code text,
    pdf_size integer,
    pdf_sha256 bytea,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    started_at timestamp(3) with time zone,
    finished_at timestamp(3) with time zone,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT memo_renders_check CHECK (((status = 'succeeded'::text) = (pdf_sha256 IS NOT NULL))),
    CONSTRAINT memo_renders_check1 CHECK (((pdf_sha256 IS NULL) = (pdf_size IS NULL))),
    CONSTRAINT memo_renders_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'rendering'::text, 'succeeded'::text, 'failed'::text, 'cancelling'::text, 'cancelled'::text])))
);

ALTER TABLE ONLY public.memo_renders FORCE ROW LEVEL SECURITY;

CREATE TABLE public.memos (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    loan_id uuid NOT NULL,
    title text NOT NULL,
    commentary json NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT memos_version_check CHECK ((version > 0))
);

ALTER TABLE ONLY public.memos FORCE ROW LEVEL SECURITY;

CREATE TABLE public.organizations (
    id uuid NOT NULL,
    name text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ONLY public.organizations FORCE ROW LEVEL SECURITY;

CREATE TABLE public.outbox (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    topic text NOT NULL,
    payload jsonb NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    due_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    handed_at timestamp(3) with time zone,
    attempts integer DEFAULT 0 NOT NULL
);

ALTER TABLE ONLY public.outbox FORCE ROW LEVEL SECURITY;

CREATE TABLE public.page_drawings (
    workspace_id uuid NOT NULL,
    job_id uuid NOT NULL,
    first_page integer NOT NULL,
    requested_at timestamp(3) with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ONLY public.page_drawings FORCE ROW LEVEL SECURITY;

CREATE TABLE public.reservations (
    workspace_id uuid NOT NULL,
    job_id uuid NOT NULL,
    amount_cents bigint NOT NULL
);

ALTER TABLE ONLY public.reservations FORCE ROW LEVEL SECURITY;

CREATE TABLE public.sandbox_resets (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    status text DEFAULT 'queued'::text NOT NULL,
    seeded_at timestamp(3) with time zone,
    purge_errors integer DEFAULT 0 NOT NULL,
    requested_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    finished_at timestamp(3) with time zone,
    keeps_what_is_there boolean DEFAULT false NOT NULL,
    CONSTRAINT sandbox_resets_check CHECK (((status = 'done'::text) = (finished_at IS NOT NULL))),
    CONSTRAINT sandbox_resets_check1 CHECK (((status <> 'done'::text) OR (seeded_at IS NOT NULL))),
    CONSTRAINT sandbox_resets_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text])))
);

ALTER TABLE ONLY public.sandbox_resets FORCE ROW LEVEL SECURITY;

CREATE TABLE public.snapshots (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    loan_id uuid NOT NULL,
    status text NOT NULL,
    version integer NOT NULL,
    payload json NOT NULL,
    manifest json NOT NULL,
    hash text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    finalized_at timestamp(3) with time zone,
    finalized_by text,
    finalized_by_external_user_id text,
    CONSTRAINT snapshots_check CHECK (((status = 'final'::text) = ((finalized_at IS NOT NULL) AND (finalized_by IS NOT NULL)))),
    CONSTRAINT snapshots_status_check CHECK ((status = ANY (ARRAY['machine'::text, 'draft'::text, 'final'::text]))),
    CONSTRAINT snapshots_version_check CHECK ((version > 0))
);
ALTER TABLE ONLY public.snapshots ALTER COLUMN payload SET COMPRESSION lz4;

ALTER TABLE ONLY public.snapshots FORCE ROW LEVEL SECURITY;

CREATE TABLE public.spread_requests (
    workspace_id uuid NOT NULL,
    loan_id uuid NOT NULL,
    requested_at timestamp(3) with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ONLY public.spread_requests FORCE ROW LEVEL SECURITY;

CREATE TABLE public.spreads (
    workspace_id uuid NOT NULL,
    loan_id uuid NOT NULL,
    closed_by uuid
);

ALTER TABLE ONLY public.spreads FORCE ROW LEVEL SECURITY;

CREATE TABLE public.webhook_deliveries (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    endpoint_id uuid NOT NULL,
    event_id uuid NOT NULL,
    event_type text NOT NULL,
    loan_id uuid,
    secret_id uuid NOT NULL,
    body text NOT NULL,
    replay_of uuid,
    status text DEFAULT 'pending'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    next_attempt_at timestamp(3) with time zone,
    lease uuid,
    leased_by text,
    leased_until timestamp(3) with time zone,
    swept_at timestamp(3) with time zone,
    last_status_code integer,
    last_error text,
    delivered_at timestamp(3) with time zone,
    CONSTRAINT webhook_deliveries_attempts_check CHECK (((attempts >= 0) AND (attempts <= 12))),
    CONSTRAINT webhook_deliveries_check CHECK (((status = 'pending'::text) = (next_attempt_at IS NOT NULL))),
    CONSTRAINT webhook_deliveries_check1 CHECK (((lease IS NULL) = (leased_until IS NULL))),
    CONSTRAINT webhook_deliveries_event_type_check CHECK ((event_type <> ''::text)),
    CONSTRAINT webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'dead'::text])))
)
PARTITION BY RANGE (created_at);

ALTER TABLE ONLY public.webhook_deliveries FORCE ROW LEVEL SECURITY;

CREATE TABLE public.webhook_deliveries_default (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    endpoint_id uuid NOT NULL,
    event_id uuid NOT NULL,
    event_type text NOT NULL,
    loan_id uuid,
    secret_id uuid NOT NULL,
    body text NOT NULL,
    replay_of uuid,
    status text DEFAULT 'pending'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    next_attempt_at timestamp(3) with time zone,
    lease uuid,
    leased_by text,
    leased_until timestamp(3) with time zone,
    swept_at timestamp(3) with time zone,
    last_status_code integer,
    last_error text,
    delivered_at timestamp(3) with time zone,
    CONSTRAINT webhook_deliveries_attempts_check CHECK (((attempts >= 0) AND (attempts <= 12))),
    CONSTRAINT webhook_deliveries_check CHECK (((status = 'pending'::text) = (next_attempt_at IS NOT NULL))),
    CONSTRAINT webhook_deliveries_check1 CHECK (((lease IS NULL) = (leased_until IS NULL))),
    CONSTRAINT webhook_deliveries_event_type_check CHECK ((event_type <> ''::text)),
    CONSTRAINT webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'dead'::text])))
);

ALTER TABLE ONLY public.webhook_deliveries_default FORCE ROW LEVEL SECURITY;

CREATE TABLE public.webhook_endpoints (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    url text NOT NULL,
    description text,
    subscribed_events text[] NOT NULL,
    status text DEFAULT 'active'::text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT webhook_endpoints_status_check CHECK ((status = ANY (ARRAY['active'::text, 'revoked'::text])))
);

ALTER TABLE ONLY public.webhook_endpoints FORCE ROW LEVEL SECURITY;

CREATE TABLE public.webhook_secrets (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    endpoint_id uuid NOT NULL,
    sealed bytea NOT NULL,
    wrapped_key bytea NOT NULL,
    kek_id text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    expires_at timestamp(3) with time zone
);

ALTER TABLE ONLY public.webhook_secrets FORCE ROW LEVEL SECURITY;

CREATE TABLE public.workbooks (
    workspace_id uuid NOT NULL,
    loan_id uuid NOT NULL,
    kind text NOT NULL,
    asked_at timestamp(3) with time zone,
    asked_build uuid,
    built_key text,
    build uuid,
    size_bytes bigint,
    sha256 bytea,
    rendered_at timestamp(3) with time zone,
    failed_key text,
    failed_at timestamp(3) with time zone,
    CONSTRAINT workbooks_check CHECK (((asked_at IS NULL) = (asked_build IS NULL))),
    CONSTRAINT workbooks_check1 CHECK (((failed_key IS NULL) = (failed_at IS NULL))),
    CONSTRAINT workbooks_check2 CHECK ((num_nulls(built_key, build, size_bytes, sha256, rendered_at) = ANY (ARRAY[0, 5]))),
    CONSTRAINT workbooks_kind_check CHECK ((kind = ANY (ARRAY['statements'::text, 'tables'::text])))
);

ALTER TABLE ONLY public.workbooks FORCE ROW LEVEL SECURITY;

CREATE TABLE public.workspace_moves (
    workspace uuid NOT NULL,
    tag text NOT NULL,
    state text NOT NULL,
    cell text NOT NULL,
    lifecycle text NOT NULL,
    since timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT workspace_moves_cell_check CHECK ((cell ~ '^[a-z0-9][a-z0-9-]{0,30}$'::text)),
    CONSTRAINT workspace_moves_state_check CHECK ((state = ANY (ARRAY['leaving'::text, 'left'::text, 'arriving'::text]))),
    CONSTRAINT workspace_moves_tag_check CHECK ((tag ~ '^[0-9A-Za-z]{8}$'::text))
);

ALTER TABLE ONLY public.workspace_moves FORCE ROW LEVEL SECURITY;

CREATE TABLE public.workspaces (
    id uuid NOT NULL,
    organization_id uuid NOT NULL,
    name text NOT NULL,
    mode text NOT NULL,
    live_workspace_id uuid,
    lifecycle text DEFAULT 'active'::text NOT NULL,
    plan text DEFAULT 'standard'::text NOT NULL,
    features text[] DEFAULT '{}'::text[] NOT NULL,
    subscription_status text DEFAULT 'none'::text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT workspaces_check CHECK (((mode = 'test'::text) = (live_workspace_id IS NOT NULL))),
    CONSTRAINT workspaces_lifecycle_check CHECK ((lifecycle = ANY (ARRAY['trial'::text, 'active'::text, 'suspended'::text, 'closed'::text]))),
    CONSTRAINT workspaces_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'test'::text]))),
    CONSTRAINT workspaces_subscription_status_check CHECK ((subscription_status = ANY (ARRAY['trialing'::text, 'active'::text, 'past_due'::text, 'canceled'::text, 'none'::text])))
);

ALTER TABLE ONLY public.workspaces FORCE ROW LEVEL SECURITY;

ALTER TABLE ONLY public.webhook_deliveries ATTACH PARTITION public.webhook_deliveries_default DEFAULT;

ALTER TABLE ONLY public.addback_versions
    ADD CONSTRAINT addback_versions_pkey PRIMARY KEY (workspace_id, loan_id, version);

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY public.audit_heads
    ADD CONSTRAINT audit_heads_pkey PRIMARY KEY (workspace_id);

ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT audit_log_pkey PRIMARY KEY (workspace_id, seq);

ALTER TABLE ONLY public.billing_accounts
    ADD CONSTRAINT billing_accounts_pkey PRIMARY KEY (workspace_id);

ALTER TABLE ONLY public.borrowers
    ADD CONSTRAINT borrowers_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY public.chart_versions
    ADD CONSTRAINT chart_versions_pkey PRIMARY KEY (workspace_id, kind, version);

ALTER TABLE ONLY public.charts
    ADD CONSTRAINT charts_pkey PRIMARY KEY (workspace_id);

ALTER TABLE ONLY public.documents
    ADD CONSTRAINT documents_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY public.embed_handles
    ADD CONSTRAINT embed_handles_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY public.embed_origins
    ADD CONSTRAINT embed_origins_pkey PRIMARY KEY (workspace_id);

ALTER TABLE ONLY public.embed_sessions
    ADD CONSTRAINT embed_sessions_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY public.embed_work
    ADD CONSTRAINT embed_work_pkey PRIMARY KEY (workspace_id, loan_id, owner);

ALTER TABLE ONLY public.event_followers
    ADD CONSTRAINT event_followers_pkey PRIMARY KEY (workspace_id);

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY public.export_files
    ADD CONSTRAINT export_files_pkey PRIMARY KEY (workspace_id, export_id, document_id);

ALTER TABLE ONLY public.exports
    ADD CONSTRAINT exports_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY public.extractions
    ADD CONSTRAINT extractions_pkey PRIMARY KEY (workspace_id, document_id, version);

ALTER TABLE ONLY public.figures
    ADD CONSTRAINT figures_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (workspace_id, api_key_id, key);

ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY public.ledger_entries
    ADD CONSTRAINT ledger_entries_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY public.loans
    ADD CONSTRAINT loans_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY public.mapping_outlines
    ADD CONSTRAINT mapping_outlines_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY public.mapping_requests
    ADD CONSTRAINT mapping_requests_pkey PRIMARY KEY (workspace_id, document_id);

ALTER TABLE ONLY public.mappings
    ADD CONSTRAINT mappings_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY public.memo_renders
    ADD CONSTRAINT memo_renders_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY public.memos
    ADD CONSTRAINT memos_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY public.organizations
    ADD CONSTRAINT organizations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT outbox_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY public.page_drawings
    ADD CONSTRAINT page_drawings_pkey PRIMARY KEY (workspace_id, job_id, first_page);

ALTER TABLE ONLY public.reservations
    ADD CONSTRAINT reservations_pkey PRIMARY KEY (workspace_id, job_id);

ALTER TABLE ONLY public.sandbox_resets
    ADD CONSTRAINT sandbox_resets_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY public.snapshots
    ADD CONSTRAINT snapshots_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY public.spread_requests
    ADD CONSTRAINT spread_requests_pkey PRIMARY KEY (workspace_id, loan_id);

ALTER TABLE ONLY public.spreads
    ADD CONSTRAINT spreads_pkey PRIMARY KEY (workspace_id, loan_id);

ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (workspace_id, id, created_at);

ALTER TABLE ONLY public.webhook_deliveries_default
    ADD CONSTRAINT webhook_deliveries_default_pkey PRIMARY KEY (workspace_id, id, created_at);

ALTER TABLE ONLY public.webhook_endpoints
    ADD CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY public.webhook_secrets
    ADD CONSTRAINT webhook_secrets_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY public.workbooks
    ADD CONSTRAINT workbooks_pkey PRIMARY KEY (workspace_id, loan_id, kind);

ALTER TABLE ONLY public.workspace_moves
    ADD CONSTRAINT workspace_moves_pkey PRIMARY KEY (workspace);

ALTER TABLE ONLY public.workspaces
    ADD CONSTRAINT workspaces_live_workspace_id_key UNIQUE (live_workspace_id);

ALTER TABLE ONLY public.workspaces
    ADD CONSTRAINT workspaces_pkey PRIMARY KEY (id);

CREATE UNIQUE INDEX api_keys_by_hash ON public.api_keys USING btree (key_hash);

CREATE INDEX api_keys_newest ON public.api_keys USING btree (workspace_id, created_at DESC, id DESC);

CREATE UNIQUE INDEX borrowers_external_id ON public.borrowers USING btree (workspace_id, external_id) WHERE (external_id IS NOT NULL);

CREATE INDEX borrowers_newest ON public.borrowers USING btree (workspace_id, is_intake, created_at DESC, id DESC);

CREATE INDEX documents_of_borrower ON public.documents USING btree (workspace_id, borrower_id, created_at DESC, id DESC);

CREATE INDEX documents_of_job ON public.documents USING btree (workspace_id, job_id, created_at DESC, id DESC);

CREATE INDEX documents_of_loan ON public.documents USING btree (workspace_id, loan_id, created_at DESC, id DESC);

CREATE INDEX documents_of_type ON public.documents USING btree (workspace_id, borrower_id, report_type, created_at DESC, id DESC);

CREATE UNIQUE INDEX embed_handles_by_hash ON public.embed_handles USING btree (handle_hash);

CREATE INDEX embed_handles_of_loan ON public.embed_handles USING btree (workspace_id, loan_id);

CREATE INDEX embed_handles_of_session ON public.embed_handles USING btree (workspace_id, session_id);

CREATE INDEX embed_handles_unused_by_end ON public.embed_handles USING btree (expires_at) WHERE (session_id IS NULL);

CREATE INDEX embed_sessions_by_end ON public.embed_sessions USING btree (expires_at);

CREATE UNIQUE INDEX embed_sessions_by_token ON public.embed_sessions USING btree (token_hash);

CREATE INDEX embed_sessions_of_loan ON public.embed_sessions USING btree (workspace_id, loan_id);

CREATE INDEX embed_work_of_sessions ON public.embed_work USING btree (updated_at) WHERE starts_with(owner, 'session:'::text);

CREATE INDEX events_newest ON public.events USING btree (workspace_id, created_at DESC, id DESC);

CREATE UNIQUE INDEX events_once ON public.events USING btree (workspace_id, once) WHERE (once IS NOT NULL);

CREATE UNIQUE INDEX exports_by_request ON public.exports USING btree (workspace_id, api_key_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);

CREATE INDEX exports_expiring ON public.exports USING btree (expires_at) WHERE (status = 'succeeded'::text);

CREATE INDEX exports_newest ON public.exports USING btree (workspace_id, created_at DESC, id DESC);

CREATE INDEX exports_of_borrower ON public.exports USING btree (workspace_id, borrower_id, created_at DESC, id DESC);

CREATE INDEX exports_of_loan ON public.exports USING btree (workspace_id, loan_id, created_at DESC, id DESC);

CREATE INDEX exports_unfinished ON public.exports USING btree (updated_at) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text, 'cancelling'::text]));

CREATE INDEX figures_by_caption ON public.figures USING btree (workspace_id, borrower_id, caption_key, created_at DESC, id DESC);

CREATE INDEX figures_of_borrower ON public.figures USING btree (workspace_id, borrower_id, created_at DESC, id DESC);

CREATE INDEX figures_of_document ON public.figures USING btree (workspace_id, document_id);

CREATE INDEX idempotency_keys_by_age ON public.idempotency_keys USING btree (claimed_at);

CREATE INDEX jobs_by_content ON public.jobs USING btree (workspace_id, loan_id, sha256) WHERE (sha256 IS NOT NULL);

CREATE INDEX jobs_never_uploaded ON public.jobs USING btree (upload_expires_at) WHERE (status = 'AWAITING_UPLOAD'::text);

CREATE INDEX jobs_of_borrower ON public.jobs USING btree (workspace_id, borrower_id, created_at DESC, id DESC);

CREATE INDEX jobs_of_loan ON public.jobs USING btree (workspace_id, loan_id, created_at DESC, id DESC);

CREATE INDEX jobs_past_deadline ON public.jobs USING btree (deadline_at) WHERE (status = 'PROCESSING'::text);

CREATE INDEX jobs_under_way ON public.jobs USING btree (workspace_id, id) WHERE (status = ANY (ARRAY['QUEUED'::text, 'PROCESSING'::text]));

CREATE UNIQUE INDEX ledger_entries_begun ON public.ledger_entries USING btree (workspace_id, job_id) WHERE (kind = 'reserve'::text);

CREATE UNIQUE INDEX ledger_entries_ended ON public.ledger_entries USING btree (workspace_id, job_id) WHERE (kind = ANY (ARRAY['settle'::text, 'release'::text]));

CREATE INDEX ledger_entries_newest ON public.ledger_entries USING btree (workspace_id, created_at DESC, id DESC);

CREATE UNIQUE INDEX loans_external_id ON public.loans USING btree (workspace_id, external_id) WHERE (external_id IS NOT NULL);

CREATE INDEX loans_newest ON public.loans USING btree (workspace_id, created_at DESC, id DESC);

CREATE INDEX loans_of_borrower ON public.loans USING btree (workspace_id, borrower_id, created_at DESC, id DESC);

CREATE INDEX loans_of_status ON public.loans USING btree (workspace_id, status, created_at DESC, id DESC);

CREATE UNIQUE INDEX mappings_made_from ON public.mappings USING btree (workspace_id, document_id, extraction_version, chart_document_version, chart_rules_version, export_map_version, engine_version, platform_chart_version);

CREATE INDEX memo_renders_of_borrower ON public.memo_renders USING btree (workspace_id, borrower_id) WHERE (status = ANY (ARRAY['queued'::text, 'rendering'::text, 'cancelling'::text]));

CREATE INDEX memo_renders_of_loan ON public.memo_renders USING btree (workspace_id, loan_id);

CREATE INDEX memo_renders_of_memo ON public.memo_renders USING btree (workspace_id, memo_id, created_at DESC, id DESC);

CREATE INDEX memo_renders_of_snapshot ON public.memo_renders USING btree (workspace_id, snapshot_id);

CREATE INDEX memo_renders_unfinished ON public.memo_renders USING btree (updated_at) WHERE (status = ANY (ARRAY['queued'::text, 'rendering'::text, 'cancelling'::text]));

CREATE INDEX memos_of_loan ON public.memos USING btree (workspace_id, loan_id, created_at DESC, id DESC);

CREATE INDEX outbox_packages_waiting ON public.outbox USING btree (uuid_send(workspace_id), due_at, id) WHERE ((handed_at IS NULL) AND (topic = 'package'::text));

CREATE INDEX outbox_under_way ON public.outbox USING btree (topic, due_at) WHERE (handed_at IS NOT NULL);

CREATE INDEX outbox_waiting_by_age ON public.outbox USING btree (topic, due_at, id) WHERE ((handed_at IS NULL) AND (topic <> 'package'::text));

CREATE UNIQUE INDEX outbox_work_of_job ON public.outbox USING btree (workspace_id, ((payload ->> 'job'::text))) WHERE ((topic = 'package'::text) AND ((payload ->> 'job'::text) IS NOT NULL));

CREATE UNIQUE INDEX sandbox_resets_under_way ON public.sandbox_resets USING btree (workspace_id) WHERE (status <> 'done'::text);

CREATE INDEX sandbox_resets_unfinished ON public.sandbox_resets USING btree (updated_at) WHERE (status <> 'done'::text);

CREATE INDEX snapshots_history ON public.snapshots USING btree (workspace_id, loan_id, created_at DESC, id DESC);

CREATE UNIQUE INDEX snapshots_of_loan ON public.snapshots USING btree (workspace_id, loan_id, status, version DESC);

CREATE INDEX webhook_deliveries_by_status ON ONLY public.webhook_deliveries USING btree (workspace_id, endpoint_id, status, created_at DESC, id DESC) WHERE (event_type <> ''::text);

CREATE INDEX webhook_deliveries_overdue ON ONLY public.webhook_deliveries USING btree (next_attempt_at) WHERE (status = 'pending'::text);

CREATE INDEX webhook_deliveries_default_next_attempt_at_idx ON public.webhook_deliveries_default USING btree (next_attempt_at) WHERE (status = 'pending'::text);

CREATE INDEX webhook_deliveries_newest ON ONLY public.webhook_deliveries USING btree (workspace_id, endpoint_id, created_at DESC, id DESC);

CREATE INDEX webhook_deliveries_default_workspace_id_endpoint_id_created_idx ON public.webhook_deliveries_default USING btree (workspace_id, endpoint_id, created_at DESC, id DESC);

CREATE UNIQUE INDEX webhook_deliveries_fan_out ON ONLY public.webhook_deliveries USING btree (workspace_id, endpoint_id, event_id, created_at) WHERE (replay_of IS NULL);

CREATE UNIQUE INDEX webhook_deliveries_default_workspace_id_endpoint_id_event_i_idx ON public.webhook_deliveries_default USING btree (workspace_id, endpoint_id, event_id, created_at) WHERE (replay_of IS NULL);

CREATE INDEX webhook_deliveries_default_workspace_id_endpoint_id_status__idx ON public.webhook_deliveries_default USING btree (workspace_id, endpoint_id, status, created_at DESC, id DESC) WHERE (event_type <> ''::text);

CREATE INDEX webhook_deliveries_of_event ON ONLY public.webhook_deliveries USING btree (workspace_id, event_id) WHERE (event_type <> ''::text);

CREATE INDEX webhook_deliveries_default_workspace_id_event_id_idx ON public.webhook_deliveries_default USING btree (workspace_id, event_id) WHERE (event_type <> ''::text);

CREATE INDEX webhook_endpoints_newest ON public.webhook_endpoints USING btree (workspace_id, created_at DESC, id DESC);

CREATE UNIQUE INDEX webhook_secrets_current ON public.webhook_secrets USING btree (workspace_id, endpoint_id) WHERE (expires_at IS NULL);

CREATE INDEX workspace_moves_by_tag ON public.workspace_moves USING btree (tag);

CREATE INDEX workspaces_of_organization ON public.workspaces USING btree (organization_id, id);

ALTER INDEX public.webhook_deliveries_overdue ATTACH PARTITION public.webhook_deliveries_default_next_attempt_at_idx;

ALTER INDEX public.webhook_deliveries_pkey ATTACH PARTITION public.webhook_deliveries_default_pkey;

ALTER INDEX public.webhook_deliveries_newest ATTACH PARTITION public.webhook_deliveries_default_workspace_id_endpoint_id_created_idx;

ALTER INDEX public.webhook_deliveries_fan_out ATTACH PARTITION public.webhook_deliveries_default_workspace_id_endpoint_id_event_i_idx;

ALTER INDEX public.webhook_deliveries_by_status ATTACH PARTITION public.webhook_deliveries_default_workspace_id_endpoint_id_status__idx;

ALTER INDEX public.webhook_deliveries_of_event ATTACH PARTITION public.webhook_deliveries_default_workspace_id_event_id_idx;

CREATE TRIGGER announce AFTER DELETE OR UPDATE ON public.api_keys FOR EACH STATEMENT EXECUTE FUNCTION public.announce_access_change();

CREATE TRIGGER announce AFTER INSERT ON public.events REFERENCING NEW TABLE AS recorded FOR EACH STATEMENT EXECUTE FUNCTION public.announce_events();

CREATE TRIGGER announce AFTER INSERT ON public.outbox FOR EACH STATEMENT EXECUTE FUNCTION public.announce_outbox();

CREATE TRIGGER announce AFTER DELETE OR UPDATE ON public.workspaces FOR EACH STATEMENT EXECUTE FUNCTION public.announce_access_change();

ALTER TABLE ONLY public.addback_versions
    ADD CONSTRAINT addback_versions_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);

ALTER TABLE ONLY public.addback_versions
    ADD CONSTRAINT addback_versions_workspace_id_loan_id_fkey FOREIGN KEY (workspace_id, loan_id) REFERENCES public.loans(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);

ALTER TABLE ONLY public.audit_heads
    ADD CONSTRAINT audit_heads_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);

ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT audit_log_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);

ALTER TABLE ONLY public.billing_accounts
    ADD CONSTRAINT billing_accounts_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);

ALTER TABLE ONLY public.borrowers
    ADD CONSTRAINT borrowers_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);

ALTER TABLE ONLY public.chart_versions
    ADD CONSTRAINT chart_versions_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);

ALTER TABLE ONLY public.charts
    ADD CONSTRAINT charts_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);

ALTER TABLE ONLY public.documents
    ADD CONSTRAINT documents_workspace_id_borrower_id_fkey FOREIGN KEY (workspace_id, borrower_id) REFERENCES public.borrowers(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.documents
    ADD CONSTRAINT documents_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);

ALTER TABLE ONLY public.documents
    ADD CONSTRAINT documents_workspace_id_job_id_fkey FOREIGN KEY (workspace_id, job_id) REFERENCES public.jobs(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.documents
    ADD CONSTRAINT documents_workspace_id_loan_id_fkey FOREIGN KEY (workspace_id, loan_id) REFERENCES public.loans(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.embed_handles
    ADD CONSTRAINT embed_handles_workspace_id_api_key_id_fkey FOREIGN KEY (workspace_id, api_key_id) REFERENCES public.api_keys(workspace_id, id);

ALTER TABLE ONLY public.embed_handles
    ADD CONSTRAINT embed_handles_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);

ALTER TABLE ONLY public.embed_handles
    ADD CONSTRAINT embed_handles_workspace_id_loan_id_fkey FOREIGN KEY (workspace_id, loan_id) REFERENCES public.loans(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.embed_handles
    ADD CONSTRAINT embed_handles_workspace_id_session_id_fkey FOREIGN KEY (workspace_id, session_id) REFERENCES public.embed_sessions(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.embed_origins
    ADD CONSTRAINT embed_origins_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);

ALTER TABLE ONLY public.embed_sessions
    ADD CONSTRAINT embed_sessions_workspace_id_api_key_id_fkey FOREIGN KEY (workspace_id, api_key_id) REFERENCES public.api_keys(workspace_id, id);

ALTER TABLE ONLY public.embed_sessions
    ADD CONSTRAINT embed_sessions_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);

ALTER TABLE ONLY public.embed_sessions
    ADD CONSTRAINT embed_sessions_workspace_id_loan_id_fkey FOREIGN KEY (workspace_id, loan_id) REFERENCES public.loans(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.embed_work
    ADD CONSTRAINT embed_work_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);

ALTER TABLE ONLY public.embed_work
    ADD CONSTRAINT embed_work_workspace_id_loan_id_fkey FOREIGN KEY (workspace_id, loan_id) REFERENCES public.loans(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.event_followers
    ADD CONSTRAINT event_followers_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);

ALTER TABLE ONLY public.export_files
    ADD CONSTRAINT export_files_workspace_id_export_id_fkey FOREIGN KEY (workspace_id, export_id) REFERENCES public.exports(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.export_files
    ADD CONSTRAINT export_files_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);

ALTER TABLE ONLY public.exports
    ADD CONSTRAINT exports_workspace_id_borrower_id_fkey FOREIGN KEY (workspace_id, borrower_id) REFERENCES public.borrowers(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.exports
    ADD CONSTRAINT exports_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);

ALTER TABLE ONLY public.exports
    ADD CONSTRAINT exports_workspace_id_loan_id_fkey FOREIGN KEY (workspace_id, loan_id) REFERENCES public.loans(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.extractions
    ADD CONSTRAINT extractions_workspace_id_document_id_fkey FOREIGN KEY (workspace_id, document_id) REFERENCES public.documents(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.extractions
    ADD CONSTRAINT extractions_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);

ALTER TABLE ONLY public.figures
    ADD CONSTRAINT figures_workspace_id_document_id_fkey FOREIGN KEY (workspace_id, document_id) REFERENCES public.documents(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.figures
    ADD CONSTRAINT figures_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);

ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_workspace_id_api_key_id_fkey FOREIGN KEY (workspace_id, api_key_id) REFERENCES public.api_keys(workspace_id, id);

ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);

ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_workspace_id_borrower_id_fkey FOREIGN KEY (workspace_id, borrower_id) REFERENCES public.borrowers(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);

ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_workspace_id_loan_id_fkey FOREIGN KEY (workspace_id, loan_id) REFERENCES public.loans(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.ledger_entries
    ADD CONSTRAINT ledger_entries_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);

ALTER TABLE ONLY public.loans
    ADD CONSTRAINT loans_workspace_id_borrower_id_fkey FOREIGN KEY (workspace_id, borrower_id) REFERENCES public.borrowers(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.mapping_outlines
    ADD CONSTRAINT mapping_outlines_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);

ALTER TABLE ONLY public.mapping_requests
    ADD CONSTRAINT mapping_requests_workspace_id_document_id_fkey FOREIGN KEY (workspace_id, document_id) REFERENCES public.documents(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.mapping_requests
    ADD CONSTRAINT mapping_requests_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);

ALTER TABLE ONLY public.mappings
    ADD CONSTRAINT mappings_workspace_id_document_id_fkey FOREIGN KEY (workspace_id, document_id) REFERENCES public.documents(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.mappings
    ADD CONSTRAINT mappings_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);

ALTER TABLE ONLY public.mappings
    ADD CONSTRAINT mappings_workspace_id_outline_id_fkey FOREIGN KEY (workspace_id, outline_id) REFERENCES public.mapping_outlines(workspace_id, id);

ALTER TABLE ONLY public.memo_renders
    ADD CONSTRAINT memo_renders_workspace_id_borrower_id_fkey FOREIGN KEY (workspace_id, borrower_id) REFERENCES public.borrowers(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.memo_renders
    ADD CONSTRAINT memo_renders_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);

ALTER TABLE ONLY public.memo_renders
    ADD CONSTRAINT memo_renders_workspace_id_loan_id_fkey FOREIGN KEY (workspace_id, loan_id) REFERENCES public.loans(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.memo_renders
    ADD CONSTRAINT memo_renders_workspace_id_memo_id_fkey FOREIGN KEY (workspace_id, memo_id) REFERENCES public.memos(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.memo_renders
    ADD CONSTRAINT memo_renders_workspace_id_snapshot_id_fkey FOREIGN KEY (workspace_id, snapshot_id) REFERENCES public.snapshots(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.memos
    ADD CONSTRAINT memos_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);

ALTER TABLE ONLY public.memos
    ADD CONSTRAINT memos_workspace_id_loan_id_fkey FOREIGN KEY (workspace_id, loan_id) REFERENCES public.loans(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT outbox_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);

ALTER TABLE ONLY public.page_drawings
    ADD CONSTRAINT page_drawings_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);

ALTER TABLE ONLY public.page_drawings
    ADD CONSTRAINT page_drawings_workspace_id_job_id_fkey FOREIGN KEY (workspace_id, job_id) REFERENCES public.jobs(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.reservations
    ADD CONSTRAINT reservations_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);

ALTER TABLE ONLY public.sandbox_resets
    ADD CONSTRAINT sandbox_resets_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);

ALTER TABLE ONLY public.snapshots
    ADD CONSTRAINT snapshots_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);

ALTER TABLE ONLY public.snapshots
    ADD CONSTRAINT snapshots_workspace_id_loan_id_fkey FOREIGN KEY (workspace_id, loan_id) REFERENCES public.loans(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.spread_requests
    ADD CONSTRAINT spread_requests_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);

ALTER TABLE ONLY public.spreads
    ADD CONSTRAINT spreads_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);

ALTER TABLE ONLY public.spreads
    ADD CONSTRAINT spreads_workspace_id_loan_id_fkey FOREIGN KEY (workspace_id, loan_id) REFERENCES public.loans(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_workspace_id_endpoint_id_fkey FOREIGN KEY (workspace_id, endpoint_id) REFERENCES public.webhook_endpoints(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.webhook_endpoints
    ADD CONSTRAINT webhook_endpoints_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);

ALTER TABLE ONLY public.webhook_secrets
    ADD CONSTRAINT webhook_secrets_workspace_id_endpoint_id_fkey FOREIGN KEY (workspace_id, endpoint_id) REFERENCES public.webhook_endpoints(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.workbooks
    ADD CONSTRAINT workbooks_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);

ALTER TABLE ONLY public.workbooks
    ADD CONSTRAINT workbooks_workspace_id_loan_id_fkey FOREIGN KEY (workspace_id, loan_id) REFERENCES public.loans(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.workspaces
    ADD CONSTRAINT workspaces_live_workspace_id_fkey FOREIGN KEY (live_workspace_id) REFERENCES public.workspaces(id);

ALTER TABLE ONLY public.workspaces
    ADD CONSTRAINT workspaces_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(id);

ALTER TABLE public.addback_versions ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.api_keys ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.audit_heads ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.audit_log ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.billing_accounts ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.borrowers ENABLE ROW LEVEL SECURITY;

CREATE POLICY chain ON public.audit_heads TO tieout_owner USING ((workspace_id = public.current_workspace()));

CREATE POLICY chain ON public.audit_log TO tieout_owner USING ((workspace_id = public.current_workspace()));

ALTER TABLE public.chart_versions ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.charts ENABLE ROW LEVEL SECURITY;

CREATE POLICY control ON public.api_keys TO tieout_operator, tieout_owner USING (true);

CREATE POLICY control ON public.embed_handles FOR SELECT TO tieout_owner USING (true);

CREATE POLICY control ON public.embed_origins FOR SELECT TO tieout_owner USING (true);

CREATE POLICY control ON public.embed_sessions FOR SELECT TO tieout_owner USING (true);

CREATE POLICY control ON public.organizations TO tieout_operator, tieout_owner USING (true);

CREATE POLICY control ON public.workspace_moves TO tieout_operator, tieout_owner USING (true);

CREATE POLICY control ON public.workspaces TO tieout_operator, tieout_owner USING (true);

ALTER TABLE public.documents ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.embed_handles ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.embed_origins ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.embed_sessions ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.embed_work ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.event_followers ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.events ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.export_files ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.exports ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.extractions ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.figures ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.idempotency_keys ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.jobs ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.ledger_entries ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.loans ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.mapping_outlines ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.mapping_requests ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.mappings ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.memo_renders ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.memos ENABLE ROW LEVEL SECURITY;

CREATE POLICY move ON public.addback_versions TO tieout_owner USING ((workspace_id = public.current_workspace()));

CREATE POLICY move ON public.api_keys TO tieout_owner USING ((workspace_id = public.current_workspace()));

CREATE POLICY move ON public.audit_heads TO tieout_owner USING ((workspace_id = public.current_workspace()));

CREATE POLICY move ON public.audit_log TO tieout_owner USING ((workspace_id = public.current_workspace()));

CREATE POLICY move ON public.billing_accounts TO tieout_owner USING ((workspace_id = public.current_workspace()));

CREATE POLICY move ON public.borrowers TO tieout_owner USING ((workspace_id = public.current_workspace()));

CREATE POLICY move ON public.chart_versions TO tieout_owner USING ((workspace_id = public.current_workspace()));

CREATE POLICY move ON public.charts TO tieout_owner USING ((workspace_id = public.current_workspace()));

CREATE POLICY move ON public.documents TO tieout_owner USING ((workspace_id = public.current_workspace()));

CREATE POLICY move ON public.embed_handles TO tieout_owner USING ((workspace_id = public.current_workspace()));

CREATE POLICY move ON public.embed_origins TO tieout_owner USING ((workspace_id = public.current_workspace()));

CREATE POLICY move ON public.embed_sessions TO tieout_owner USING ((workspace_id = public.current_workspace()));

CREATE POLICY move ON public.embed_work TO tieout_owner USING ((workspace_id = public.current_workspace()));

CREATE POLICY move ON public.event_followers TO tieout_owner USING ((workspace_id = public.current_workspace()));

CREATE POLICY move ON public.events TO tieout_owner USING ((workspace_id = public.current_workspace()));

CREATE POLICY move ON public.export_files TO tieout_owner USING ((workspace_id = public.current_workspace()));

CREATE POLICY move ON public.exports TO tieout_owner USING ((workspace_id = public.current_workspace()));

CREATE POLICY move ON public.extractions TO tieout_owner USING ((workspace_id = public.current_workspace()));

CREATE POLICY move ON public.figures TO tieout_owner USING ((workspace_id = public.current_workspace()));

CREATE POLICY move ON public.idempotency_keys TO tieout_owner USING ((workspace_id = public.current_workspace()));

CREATE POLICY move ON public.jobs TO tieout_owner USING ((workspace_id = public.current_workspace()));

CREATE POLICY move ON public.ledger_entries TO tieout_owner USING ((workspace_id = public.current_workspace()));

CREATE POLICY move ON public.loans TO tieout_owner USING ((workspace_id = public.current_workspace()));

CREATE POLICY move ON public.mapping_outlines TO tieout_owner USING ((workspace_id = public.current_workspace()));

CREATE POLICY move ON public.mapping_requests TO tieout_owner USING ((workspace_id = public.current_workspace()));

CREATE POLICY move ON public.mappings TO tieout_owner USING ((workspace_id = public.current_workspace()));

CREATE POLICY move ON public.memo_renders TO tieout_owner USING ((workspace_id = public.current_workspace()));

CREATE POLICY move ON public.memos TO tieout_owner USING ((workspace_id = public.current_workspace()));

CREATE POLICY move ON public.outbox TO tieout_owner USING ((workspace_id = public.current_workspace()));

CREATE POLICY move ON public.page_drawings TO tieout_owner USING ((workspace_id = public.current_workspace()));

CREATE POLICY move ON public.reservations TO tieout_owner USING ((workspace_id = public.current_workspace()));

CREATE POLICY move ON public.sandbox_resets TO tieout_owner USING ((workspace_id = public.current_workspace()));

CREATE POLICY move ON public.snapshots TO tieout_owner USING ((workspace_id = public.current_workspace()));

CREATE POLICY move ON public.spread_requests TO tieout_owner USING ((workspace_id = public.current_workspace()));

CREATE POLICY move ON public.spreads TO tieout_owner USING ((workspace_id = public.current_workspace()));

CREATE POLICY move ON public.webhook_deliveries TO tieout_owner USING ((workspace_id = public.current_workspace()));

CREATE POLICY move ON public.webhook_endpoints TO tieout_owner USING ((workspace_id = public.current_workspace()));

CREATE POLICY move ON public.webhook_secrets TO tieout_owner USING ((workspace_id = public.current_workspace()));

CREATE POLICY move ON public.workbooks TO tieout_owner USING ((workspace_id = public.current_workspace()));

ALTER TABLE public.organizations ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.outbox ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.page_drawings ENABLE ROW LEVEL SECURITY;

CREATE POLICY purge ON public.idempotency_keys TO tieout_worker USING (true);

CREATE POLICY reconcile ON public.outbox FOR SELECT TO tieout_owner USING (true);

CREATE POLICY relay ON public.outbox TO tieout_worker USING (true);

CREATE POLICY replay ON public.snapshots FOR SELECT TO tieout_operator USING (true);

ALTER TABLE public.reservations ENABLE ROW LEVEL SECURITY;

CREATE POLICY rewrap ON public.webhook_secrets TO tieout_operator USING (true);

ALTER TABLE public.sandbox_resets ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.snapshots ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.spread_requests ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.spreads ENABLE ROW LEVEL SECURITY;

CREATE POLICY sweep ON public.exports FOR SELECT TO tieout_owner USING (true);

CREATE POLICY sweep ON public.jobs FOR SELECT TO tieout_owner USING (true);

CREATE POLICY sweep ON public.memo_renders FOR SELECT TO tieout_owner USING (true);

CREATE POLICY sweep ON public.sandbox_resets FOR SELECT TO tieout_owner USING (true);

CREATE POLICY tenant ON public.addback_versions TO tieout_app, tieout_worker USING ((workspace_id = public.current_workspace()));

CREATE POLICY tenant ON public.api_keys TO tieout_app, tieout_worker USING ((workspace_id = public.current_workspace()));

CREATE POLICY tenant ON public.audit_log TO tieout_app, tieout_worker USING ((workspace_id = public.current_workspace()));

CREATE POLICY tenant ON public.billing_accounts TO tieout_app, tieout_operator, tieout_worker USING ((workspace_id = public.current_workspace()));

CREATE POLICY tenant ON public.borrowers TO tieout_app, tieout_worker USING ((workspace_id = public.current_workspace()));

CREATE POLICY tenant ON public.chart_versions TO tieout_app, tieout_worker USING ((workspace_id = public.current_workspace()));

CREATE POLICY tenant ON public.charts TO tieout_app, tieout_worker USING ((workspace_id = public.current_workspace()));

CREATE POLICY tenant ON public.documents TO tieout_app, tieout_worker USING ((workspace_id = public.current_workspace()));

CREATE POLICY tenant ON public.embed_handles TO tieout_app USING ((workspace_id = public.current_workspace()));

CREATE POLICY tenant ON public.embed_origins TO tieout_app USING ((workspace_id = public.current_workspace()));

CREATE POLICY tenant ON public.embed_sessions TO tieout_app USING ((workspace_id = public.current_workspace()));

CREATE POLICY tenant ON public.embed_work TO tieout_app USING ((workspace_id = public.current_workspace()));

CREATE POLICY tenant ON public.event_followers TO tieout_app, tieout_worker USING ((workspace_id = public.current_workspace()));

CREATE POLICY tenant ON public.events TO tieout_app, tieout_worker USING ((workspace_id = public.current_workspace()));

CREATE POLICY tenant ON public.export_files TO tieout_app, tieout_worker USING ((workspace_id = public.current_workspace()));

CREATE POLICY tenant ON public.exports TO tieout_app, tieout_worker USING ((workspace_id = public.current_workspace()));

CREATE POLICY tenant ON public.extractions TO tieout_app, tieout_worker USING ((workspace_id = public.current_workspace()));

CREATE POLICY tenant ON public.figures TO tieout_app, tieout_worker USING ((workspace_id = public.current_workspace()));

CREATE POLICY tenant ON public.idempotency_keys TO tieout_app USING ((workspace_id = public.current_workspace()));

CREATE POLICY tenant ON public.jobs TO tieout_app, tieout_worker USING ((workspace_id = public.current_workspace()));

CREATE POLICY tenant ON public.ledger_entries TO tieout_app, tieout_operator, tieout_worker USING ((workspace_id = public.current_workspace()));

CREATE POLICY tenant ON public.loans TO tieout_app, tieout_worker USING ((workspace_id = public.current_workspace()));

CREATE POLICY tenant ON public.mapping_outlines TO tieout_app, tieout_worker USING ((workspace_id = public.current_workspace()));

CREATE POLICY tenant ON public.mapping_requests TO tieout_app, tieout_worker USING ((workspace_id = public.current_workspace()));

CREATE POLICY tenant ON public.mappings TO tieout_app, tieout_worker USING ((workspace_id = public.current_workspace()));

CREATE POLICY tenant ON public.memo_renders TO tieout_app, tieout_worker USING ((workspace_id = public.current_workspace()));

CREATE POLICY tenant ON public.memos TO tieout_app, tieout_worker USING ((workspace_id = public.current_workspace()));

CREATE POLICY tenant ON public.organizations TO tieout_app, tieout_worker USING ((id = ( SELECT workspaces.organization_id
   FROM public.workspaces
  WHERE (workspaces.id = public.current_workspace()))));

CREATE POLICY tenant ON public.outbox TO tieout_app USING ((workspace_id = public.current_workspace()));

CREATE POLICY tenant ON public.page_drawings TO tieout_app, tieout_worker USING ((workspace_id = public.current_workspace()));

CREATE POLICY tenant ON public.reservations TO tieout_app, tieout_operator, tieout_worker USING ((workspace_id = public.current_workspace()));

CREATE POLICY tenant ON public.sandbox_resets TO tieout_app, tieout_operator, tieout_worker USING ((workspace_id = public.current_workspace()));

CREATE POLICY tenant ON public.snapshots TO tieout_app, tieout_worker USING ((workspace_id = public.current_workspace()));

CREATE POLICY tenant ON public.spread_requests TO tieout_app, tieout_worker USING ((workspace_id = public.current_workspace()));

CREATE POLICY tenant ON public.spreads TO tieout_app, tieout_worker USING ((workspace_id = public.current_workspace()));

CREATE POLICY tenant ON public.webhook_deliveries TO tieout_app, tieout_worker USING ((workspace_id = public.current_workspace()));

CREATE POLICY tenant ON public.webhook_endpoints TO tieout_app, tieout_worker USING ((workspace_id = public.current_workspace()));

CREATE POLICY tenant ON public.webhook_secrets TO tieout_app, tieout_worker USING ((workspace_id = public.current_workspace()));

CREATE POLICY tenant ON public.workbooks TO tieout_app, tieout_worker USING ((workspace_id = public.current_workspace()));

CREATE POLICY tenant ON public.workspaces TO tieout_app, tieout_worker USING ((id = public.current_workspace()));

CREATE POLICY tenant_operator ON public.outbox FOR INSERT TO tieout_operator WITH CHECK ((workspace_id = public.current_workspace()));

CREATE POLICY upkeep ON public.embed_handles FOR DELETE TO tieout_owner USING (true);

CREATE POLICY upkeep ON public.embed_sessions FOR DELETE TO tieout_owner USING (true);

CREATE POLICY upkeep ON public.embed_work TO tieout_owner USING (true);

CREATE POLICY upkeep ON public.webhook_deliveries TO tieout_owner USING (true);

CREATE POLICY upkeep ON public.webhook_secrets TO tieout_owner USING (true);

CREATE POLICY verify ON public.audit_heads FOR SELECT TO tieout_operator USING (true);

CREATE POLICY verify ON public.audit_log FOR SELECT TO tieout_operator USING (true);

ALTER TABLE public.webhook_deliveries ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.webhook_deliveries_default ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.webhook_endpoints ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.webhook_secrets ENABLE ROW LEVEL SECURITY;

CREATE POLICY wipe ON public.borrowers TO tieout_owner USING (((workspace_id = public.current_workspace()) AND public.is_sandbox(workspace_id)));

CREATE POLICY wipe ON public.chart_versions TO tieout_owner USING (((workspace_id = public.current_workspace()) AND public.is_sandbox(workspace_id)));

CREATE POLICY wipe ON public.charts TO tieout_owner USING (((workspace_id = public.current_workspace()) AND public.is_sandbox(workspace_id)));

CREATE POLICY wipe ON public.events TO tieout_owner USING (((workspace_id = public.current_workspace()) AND public.is_sandbox(workspace_id)));

CREATE POLICY wipe ON public.mapping_outlines TO tieout_owner USING (((workspace_id = public.current_workspace()) AND public.is_sandbox(workspace_id)));

CREATE POLICY wipe ON public.outbox FOR DELETE TO tieout_owner USING (((workspace_id = public.current_workspace()) AND public.is_sandbox(workspace_id)));

CREATE POLICY wipe ON public.spread_requests TO tieout_owner USING (((workspace_id = public.current_workspace()) AND public.is_sandbox(workspace_id)));

CREATE POLICY wipe ON public.webhook_endpoints TO tieout_owner USING (((workspace_id = public.current_workspace()) AND public.is_sandbox(workspace_id)));

ALTER TABLE public.workbooks ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.workspace_moves ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.workspaces ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON FUNCTION public.append_audit(new_entry text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.append_audit(new_entry text) TO tieout_app;
GRANT ALL ON FUNCTION public.append_audit(new_entry text) TO tieout_worker;
GRANT ALL ON FUNCTION public.append_audit(new_entry text) TO tieout_operator;

REVOKE ALL ON FUNCTION public.authenticate_embed(hash bytea) FROM PUBLIC;
GRANT ALL ON FUNCTION public.authenticate_embed(hash bytea) TO tieout_app;

REVOKE ALL ON FUNCTION public.authenticate_key(hash bytea) FROM PUBLIC;
GRANT ALL ON FUNCTION public.authenticate_key(hash bytea) TO tieout_app;
GRANT ALL ON FUNCTION public.authenticate_key(hash bytea) TO tieout_worker;

REVOKE ALL ON FUNCTION public.embed_frame_origins(workspace uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.embed_frame_origins(workspace uuid) TO tieout_app;

REVOKE ALL ON FUNCTION public.embed_handle_holder(hash bytea) FROM PUBLIC;
GRANT ALL ON FUNCTION public.embed_handle_holder(hash bytea) TO tieout_app;

REVOKE ALL ON FUNCTION public.embed_handle_workspace(handle uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.embed_handle_workspace(handle uuid) TO tieout_app;

REVOKE ALL ON FUNCTION public.exports_to_sweep(silent_since timestamp with time zone, at_most integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.exports_to_sweep(silent_since timestamp with time zone, at_most integer) TO tieout_worker;

REVOKE ALL ON FUNCTION public.forget_embed_sessions(ended_before timestamp with time zone, at_most integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.forget_embed_sessions(ended_before timestamp with time zone, at_most integer) TO tieout_worker;

REVOKE ALL ON FUNCTION public.forget_expired_secrets(at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION public.forget_expired_secrets(at timestamp with time zone) TO tieout_worker;

REVOKE ALL ON FUNCTION public.is_sandbox(workspace uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.jobs_without_work() FROM PUBLIC;
GRANT ALL ON FUNCTION public.jobs_without_work() TO tieout_worker;

REVOKE ALL ON FUNCTION public.keep_delivery_partitions() FROM PUBLIC;
GRANT ALL ON FUNCTION public.keep_delivery_partitions() TO tieout_worker;

REVOKE ALL ON FUNCTION public.memo_renders_to_sweep(silent_since timestamp with time zone, at_most integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.memo_renders_to_sweep(silent_since timestamp with time zone, at_most integer) TO tieout_worker;

REVOKE ALL ON FUNCTION public.move_of_tag(asked text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.move_of_tag(asked text) TO tieout_app;
GRANT ALL ON FUNCTION public.move_of_tag(asked text) TO tieout_worker;

REVOKE ALL ON FUNCTION public.overdue_jobs(unconfirmed_since timestamp with time zone, past_deadline timestamp with time zone, at_most integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.overdue_jobs(unconfirmed_since timestamp with time zone, past_deadline timestamp with time zone, at_most integer) TO tieout_worker;

REVOKE ALL ON FUNCTION public.silent_resets(silent_since timestamp with time zone, at_most integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.silent_resets(silent_since timestamp with time zone, at_most integer) TO tieout_worker;

REVOKE ALL ON FUNCTION public.sweep_deliveries(at timestamp with time zone, overdue_seconds integer, at_most integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.sweep_deliveries(at timestamp with time zone, overdue_seconds integer, at_most integer) TO tieout_worker;

REVOKE ALL ON FUNCTION public.wipe_sandbox() FROM PUBLIC;
GRANT ALL ON FUNCTION public.wipe_sandbox() TO tieout_worker;

GRANT SELECT,INSERT ON TABLE public.addback_versions TO tieout_app;
GRANT SELECT ON TABLE public.addback_versions TO tieout_worker;

GRANT SELECT,INSERT ON TABLE public.api_keys TO tieout_app;
GRANT SELECT ON TABLE public.api_keys TO tieout_worker;
GRANT SELECT,INSERT,UPDATE ON TABLE public.api_keys TO tieout_operator;

GRANT UPDATE(revoked_at) ON TABLE public.api_keys TO tieout_app;

GRANT SELECT ON TABLE public.audit_heads TO tieout_operator;

GRANT SELECT ON TABLE public.audit_log TO tieout_app;
GRANT SELECT ON TABLE public.audit_log TO tieout_worker;
GRANT SELECT ON TABLE public.audit_log TO tieout_operator;

GRANT SELECT ON TABLE public.billing_accounts TO tieout_app;
GRANT SELECT ON TABLE public.billing_accounts TO tieout_worker;
GRANT SELECT,INSERT,UPDATE ON TABLE public.billing_accounts TO tieout_operator;

GRANT INSERT(workspace_id) ON TABLE public.billing_accounts TO tieout_app;
GRANT INSERT(workspace_id) ON TABLE public.billing_accounts TO tieout_worker;

GRANT UPDATE(balance_cents) ON TABLE public.billing_accounts TO tieout_app;
GRANT UPDATE(balance_cents) ON TABLE public.billing_accounts TO tieout_worker;

GRANT UPDATE(reserved_cents) ON TABLE public.billing_accounts TO tieout_app;
GRANT UPDATE(reserved_cents) ON TABLE public.billing_accounts TO tieout_worker;

GRANT UPDATE(in_flight_docs) ON TABLE public.billing_accounts TO tieout_app;
GRANT UPDATE(in_flight_docs) ON TABLE public.billing_accounts TO tieout_worker;

GRANT INSERT(period),UPDATE(period) ON TABLE public.billing_accounts TO tieout_app;
GRANT INSERT(period),UPDATE(period) ON TABLE public.billing_accounts TO tieout_worker;

GRANT UPDATE(period_spent_cents) ON TABLE public.billing_accounts TO tieout_app;
GRANT UPDATE(period_spent_cents) ON TABLE public.billing_accounts TO tieout_worker;

GRANT UPDATE(period_documents) ON TABLE public.billing_accounts TO tieout_app;
GRANT UPDATE(period_documents) ON TABLE public.billing_accounts TO tieout_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.borrowers TO tieout_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.borrowers TO tieout_worker;

GRANT SELECT,INSERT ON TABLE public.chart_versions TO tieout_app;
GRANT SELECT ON TABLE public.chart_versions TO tieout_worker;

GRANT SELECT,INSERT,UPDATE ON TABLE public.charts TO tieout_app;
GRANT SELECT ON TABLE public.charts TO tieout_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.documents TO tieout_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.documents TO tieout_worker;

GRANT SELECT,INSERT ON TABLE public.embed_handles TO tieout_app;

GRANT UPDATE(exchanged_at) ON TABLE public.embed_handles TO tieout_app;

GRANT UPDATE(session_id) ON TABLE public.embed_handles TO tieout_app;

GRANT UPDATE(revoked_at) ON TABLE public.embed_handles TO tieout_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.embed_origins TO tieout_app;

GRANT SELECT,INSERT ON TABLE public.embed_sessions TO tieout_app;

GRANT UPDATE(revoked_at) ON TABLE public.embed_sessions TO tieout_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.embed_work TO tieout_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.event_followers TO tieout_app;
GRANT SELECT ON TABLE public.event_followers TO tieout_worker;

GRANT SELECT,INSERT ON TABLE public.events TO tieout_app;
GRANT SELECT,INSERT,DELETE ON TABLE public.events TO tieout_worker;

GRANT SELECT ON TABLE public.export_files TO tieout_app;
GRANT SELECT,INSERT,DELETE ON TABLE public.export_files TO tieout_worker;

GRANT SELECT,INSERT,UPDATE ON TABLE public.exports TO tieout_app;
GRANT SELECT,UPDATE ON TABLE public.exports TO tieout_worker;

GRANT SELECT,INSERT ON TABLE public.extractions TO tieout_app;
GRANT SELECT,INSERT ON TABLE public.extractions TO tieout_worker;

GRANT SELECT,INSERT,DELETE ON TABLE public.figures TO tieout_app;
GRANT SELECT,INSERT,DELETE ON TABLE public.figures TO tieout_worker;

GRANT SELECT,INSERT,UPDATE ON TABLE public.idempotency_keys TO tieout_app;
GRANT SELECT,DELETE ON TABLE public.idempotency_keys TO tieout_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.jobs TO tieout_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.jobs TO tieout_worker;

GRANT SELECT,INSERT ON TABLE public.ledger_entries TO tieout_app;
GRANT SELECT,INSERT ON TABLE public.ledger_entries TO tieout_worker;
GRANT SELECT,INSERT ON TABLE public.ledger_entries TO tieout_operator;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.loans TO tieout_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.loans TO tieout_worker;

GRANT SELECT ON TABLE public.mapping_outlines TO tieout_app;
GRANT SELECT,INSERT ON TABLE public.mapping_outlines TO tieout_worker;

GRANT SELECT,INSERT,UPDATE ON TABLE public.mapping_requests TO tieout_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.mapping_requests TO tieout_worker;

GRANT SELECT ON TABLE public.mappings TO tieout_app;
GRANT SELECT,INSERT ON TABLE public.mappings TO tieout_worker;

GRANT SELECT,INSERT,UPDATE ON TABLE public.memo_renders TO tieout_app;
GRANT SELECT,INSERT,UPDATE ON TABLE public.memo_renders TO tieout_worker;

GRANT SELECT,INSERT,UPDATE ON TABLE public.memos TO tieout_app;
GRANT SELECT,INSERT ON TABLE public.memos TO tieout_worker;

GRANT SELECT ON TABLE public.organizations TO tieout_app;
GRANT SELECT ON TABLE public.organizations TO tieout_worker;
GRANT SELECT,INSERT,UPDATE ON TABLE public.organizations TO tieout_operator;

GRANT INSERT ON TABLE public.outbox TO tieout_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.outbox TO tieout_worker;
GRANT INSERT ON TABLE public.outbox TO tieout_operator;

GRANT SELECT,INSERT,UPDATE ON TABLE public.page_drawings TO tieout_app;
GRANT SELECT ON TABLE public.page_drawings TO tieout_worker;

GRANT SELECT,INSERT,DELETE ON TABLE public.reservations TO tieout_app;
GRANT SELECT,INSERT,DELETE ON TABLE public.reservations TO tieout_worker;
GRANT SELECT ON TABLE public.reservations TO tieout_operator;

GRANT SELECT,INSERT,DELETE ON TABLE public.sandbox_resets TO tieout_app;
GRANT SELECT,UPDATE ON TABLE public.sandbox_resets TO tieout_worker;
GRANT SELECT,INSERT ON TABLE public.sandbox_resets TO tieout_operator;

GRANT SELECT,INSERT ON TABLE public.snapshots TO tieout_app;
GRANT SELECT,INSERT ON TABLE public.snapshots TO tieout_worker;

GRANT SELECT(workspace_id) ON TABLE public.snapshots TO tieout_operator;

GRANT SELECT(id) ON TABLE public.snapshots TO tieout_operator;

GRANT SELECT,INSERT,UPDATE ON TABLE public.spread_requests TO tieout_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.spread_requests TO tieout_worker;

GRANT SELECT,INSERT,UPDATE ON TABLE public.spreads TO tieout_app;
GRANT SELECT,INSERT,UPDATE ON TABLE public.spreads TO tieout_worker;

GRANT SELECT,INSERT ON TABLE public.webhook_deliveries TO tieout_app;
GRANT SELECT,INSERT,UPDATE ON TABLE public.webhook_deliveries TO tieout_worker;

GRANT UPDATE(status) ON TABLE public.webhook_deliveries TO tieout_app;

GRANT UPDATE(next_attempt_at) ON TABLE public.webhook_deliveries TO tieout_app;

GRANT UPDATE(last_error) ON TABLE public.webhook_deliveries TO tieout_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.webhook_endpoints TO tieout_app;
GRANT SELECT ON TABLE public.webhook_endpoints TO tieout_worker;

GRANT INSERT ON TABLE public.webhook_secrets TO tieout_app;
GRANT SELECT ON TABLE public.webhook_secrets TO tieout_worker;

GRANT SELECT(workspace_id) ON TABLE public.webhook_secrets TO tieout_app;
GRANT SELECT(workspace_id) ON TABLE public.webhook_secrets TO tieout_operator;

GRANT SELECT(id) ON TABLE public.webhook_secrets TO tieout_app;
GRANT SELECT(id) ON TABLE public.webhook_secrets TO tieout_operator;

GRANT SELECT(endpoint_id) ON TABLE public.webhook_secrets TO tieout_app;
GRANT SELECT(endpoint_id) ON TABLE public.webhook_secrets TO tieout_operator;

GRANT SELECT(wrapped_key),UPDATE(wrapped_key) ON TABLE public.webhook_secrets TO tieout_operator;

GRANT SELECT(kek_id),UPDATE(kek_id) ON TABLE public.webhook_secrets TO tieout_operator;

GRANT SELECT(created_at) ON TABLE public.webhook_secrets TO tieout_app;

GRANT SELECT(expires_at),UPDATE(expires_at) ON TABLE public.webhook_secrets TO tieout_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.workbooks TO tieout_app;
GRANT SELECT,UPDATE ON TABLE public.workbooks TO tieout_worker;

GRANT SELECT ON TABLE public.workspace_moves TO tieout_operator;

GRANT SELECT ON TABLE public.workspaces TO tieout_app;
GRANT SELECT ON TABLE public.workspaces TO tieout_worker;
GRANT SELECT,INSERT,UPDATE ON TABLE public.workspaces TO tieout_operator;
