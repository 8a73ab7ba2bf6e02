-- outside a transaction
drop index concurrently if exists notification_together;
-- A person's open notice of what happens together is one, whoever writes at the same moment.
create unique index concurrently notification_together on notification (account_id, together)
  where together is not null;
