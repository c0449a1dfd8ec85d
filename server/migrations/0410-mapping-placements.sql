-- Which printed figures a mapping placed where, so that figures can be found by account and by measure without opening
-- the payload: the key of an account, or of a measure, with the addresses of its printed figures. One small member
-- beside the mapping and no rows of its own: a change of a chart maps a workspace's statements again by the ten thousand.
ALTER TABLE mappings ADD COLUMN placements jsonb NOT NULL DEFAULT '{}';
