-- What a mentor writes again and again: all of it in one row, in the mentor's order.
create table saved_reply (
  account_id uuid primary key references account (id) on delete cascade,
  texts text[] not null check (cardinality(texts) <= 50)
);
