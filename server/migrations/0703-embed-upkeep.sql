-- Handles and sessions that ended long ago are removed, with what was left in surfaces by sessions of nobody: none of it
-- can be come back to. What somebody did in a session stays in the audit log, and a named person's work stays theirs.
CREATE INDEX embed_sessions_by_end ON embed_sessions (expires_at);
CREATE INDEX embed_handles_unused_by_end ON embed_handles (expires_at) WHERE session_id IS NULL;
CREATE INDEX embed_work_of_sessions ON embed_work (updated_at) WHERE starts_with(owner, 'session:');

CREATE POLICY upkeep ON embed_sessions FOR DELETE TO tieout_owner USING (true);
CREATE POLICY upkeep ON embed_handles FOR DELETE TO tieout_owner USING (true);
CREATE POLICY upkeep ON embed_work TO tieout_owner USING (true);

-- A session takes the handle that gave it along. Some at a time; answers how many rows were asked to go.
CREATE FUNCTION forget_embed_sessions(ended_before timestamptz, at_most integer) RETURNS integer
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public
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
REVOKE ALL ON FUNCTION forget_embed_sessions(timestamptz, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_embed_sessions(timestamptz, integer) TO tieout_worker;
