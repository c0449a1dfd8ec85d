-- The first seed of a sandbox comes while its first key may be in use already: it is added to what is there. A reset that
-- somebody asks for takes the place of it.
ALTER TABLE sandbox_resets ADD COLUMN keeps_what_is_there boolean NOT NULL DEFAULT false;
