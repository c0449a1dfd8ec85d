-- Every look of the relay into its queue has one index that serves it, and no other that could. Where there is a choice
-- it is made by what PostgreSQL last counted: of a queue, something that is long over. One such count made the look for
-- packages walk through the key of every row that an open transaction kept from being cleared away, 60,000 of them.

-- The packages that wait, by tenant. The condition keeps it from the looks for all other work, which go by age. The
-- tenant stands in it as bytes, because the key of the table begins with the tenant as well: what asks for the bytes
-- can't be given the key.
DROP INDEX outbox_waiting;
CREATE INDEX outbox_packages_waiting ON outbox (uuid_send(workspace_id), due_at, id)
  WHERE handed_at IS NULL AND topic = 'package';

-- The same index as before; whoever looks for a job says the second half without having to, and nobody else does.
DROP INDEX outbox_work_of_job;
CREATE UNIQUE INDEX outbox_work_of_job ON outbox (workspace_id, (payload->>'job'))
  WHERE topic = 'package' AND payload->>'job' IS NOT NULL;

-- What is overdue is found by the one index there is for it and marked where it was found. Before, it was looked up
-- again by its key, and for that every index that begins with the tenant offered itself.
CREATE OR REPLACE FUNCTION sweep_deliveries(at timestamptz, overdue_seconds integer, at_most integer)
  RETURNS TABLE (workspace_id uuid, id uuid, created_at timestamptz, endpoint_id uuid, attempts integer)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public
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
