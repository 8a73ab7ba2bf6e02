-- outside a transaction
-- Finds what chat:count-unread has not counted yet; empty once it has.
drop index concurrently if exists conversation_uncounted;
create index concurrently conversation_uncounted on conversation (id) where mentee_unread is null or mentor_unread is null;
