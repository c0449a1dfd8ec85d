-- A reset takes the outlines of mappings with it: last, when nothing refers to them any more and nobody can write.
CREATE POLICY wipe ON mapping_outlines TO tieout_owner
  USING (workspace_id = current_workspace() AND is_sandbox(workspace_id));

CREATE OR REPLACE FUNCTION wipe_sandbox() RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public SET lock_timeout = '800ms'
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
