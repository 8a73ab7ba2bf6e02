-- One notice for what happens together: while it is open for more, it counts and lists instead of multiplying.
alter table notification
  add column together text,
  add column happened integer not null default 1,
  add column items text[];
