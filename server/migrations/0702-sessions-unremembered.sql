-- No process remembers sessions, so none needs to hear of their end; and the end of one made all forget their keys.
DROP TRIGGER announce ON embed_sessions;
