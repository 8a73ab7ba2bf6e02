-- outside a transaction
drop index concurrently if exists mail_account;
create index concurrently mail_account on mail (account_id) where account_id is not null;
