-- outside a transaction
drop index concurrently if exists mail_held_about;
create index concurrently mail_held_about on mail (about, recipient) where held_at is not null and digest_id is null;
