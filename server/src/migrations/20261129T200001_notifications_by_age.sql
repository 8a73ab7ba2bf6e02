-- outside a transaction
-- What is older than half a year is deleted each night.
drop index concurrently if exists notification_created;
create index concurrently notification_created on notification (created_at);
