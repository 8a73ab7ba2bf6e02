-- outside a transaction
drop index concurrently if exists mail_allowed;
create index concurrently mail_allowed on mail (recipient, kind, allowed_at) where allowed_at is not null;
drop index concurrently if exists mail_held;
create index concurrently mail_held on mail (held_at) where held_at is not null and digest_id is null;
