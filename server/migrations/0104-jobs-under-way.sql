-- Jobs that count as under way are few; those that are over only ever grow in number. Without this the relay's look for
-- jobs without work reads all of them: 7 ms at ten thousand documents, 30 ms at a hundred thousand (npm run trial -- growth).
CREATE INDEX jobs_under_way ON jobs (workspace_id, id) WHERE status IN ('QUEUED', 'PROCESSING');
