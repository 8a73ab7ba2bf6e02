-- outside a transaction
-- What an account uploaded and does not show: asked for at each upload.
drop index concurrently if exists picture_account;
create index concurrently picture_account on picture (account_id, created_at);
