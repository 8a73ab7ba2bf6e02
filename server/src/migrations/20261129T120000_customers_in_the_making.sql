-- Whom the provider is being asked to make a customer of, and under which address: written down before it is asked, so
-- that an erasure finds the customer even where nobody heard the answer.
alter table payer add column asked_email text;
alter table payer alter column customer_id drop not null;
alter table payer add constraint payer_is_somebody
  check (customer_id is not null or asked_email is not null) not valid;
