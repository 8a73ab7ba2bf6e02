-- outside a transaction
-- Of older ones an account may have two of one issuer, where the second had come by the address alone.
drop index concurrently if exists identity_account_issuer;
create unique index concurrently identity_account_issuer on identity (account_id, issuer)
  where created_at >= '2026-11-29 00:00:00+00';
