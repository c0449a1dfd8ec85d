-- Tells who follows the events of a workspace that one was committed, and which: a notice comes at the commit, so it is
-- never too early, and it names the event, so that nothing has to be searched for. Ids only; the rows stay behind their
-- fences.
CREATE FUNCTION announce_events() RETURNS trigger
  LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_notify('events', recorded.workspace_id || ' ' || recorded.id) FROM recorded;
    RETURN NULL;
  END $$;
CREATE TRIGGER announce AFTER INSERT ON events
  REFERENCING NEW TABLE AS recorded FOR EACH STATEMENT EXECUTE FUNCTION announce_events();
