-- outside a transaction
-- Who has left a mentor's community a moment ago: asked for at each of its messages.
drop index concurrently if exists enrollment_ended;
create index concurrently enrollment_ended on enrollment (mentor_id, ended_at) where status = 'ended';
