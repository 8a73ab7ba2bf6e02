-- outside a transaction
drop index concurrently if exists identity_account_issuer;
create unique index concurrently identity_account_issuer on identity (account_id, issuer);
