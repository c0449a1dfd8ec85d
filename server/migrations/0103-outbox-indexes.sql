-- Tracked work is claimed tenant by tenant and never by age over all of them. With its rows in this index the planner,
-- whose statistics of a queue are always old, at times walked the whole queue by age to find the rows of one tenant.
DROP INDEX outbox_waiting_by_age;
CREATE INDEX outbox_waiting_by_age ON outbox (topic, due_at, id) WHERE handed_at IS NULL AND topic <> 'package';

-- One piece of work a job, whoever leaves it there; and the way from a job to its work.
CREATE UNIQUE INDEX outbox_work_of_job ON outbox (workspace_id, (payload->>'job')) WHERE topic = 'package';
