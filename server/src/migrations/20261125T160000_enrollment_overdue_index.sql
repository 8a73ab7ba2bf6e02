-- outside a transaction
-- Whose paid period is over, of a mentor's subscriptions: asked for at each message of the community. It serves what
-- enrollment_places did, too: how many places of a mentor are taken.
drop index concurrently if exists enrollment_overdue;
create index concurrently enrollment_overdue on enrollment (mentor_id, period_end) where status <> 'ended';
drop index concurrently if exists enrollment_places;
