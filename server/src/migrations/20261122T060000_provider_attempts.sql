-- How often the making of one thing has failed at the payment provider with an answer: the provider gives its first
-- answer under a key again for a day, so that each further attempt needs a key of its own.
create table provider_attempt (
  name text primary key,
  failed integer not null check (failed > 0),
  failed_at timestamptz(3) not null
);

-- Which books of the provider an id is from (a test key's are not a live key's); null where it was not written down.
alter table payer add column books text;
alter table checkout add column books text;
alter table mentor_profile add column price_books text;
