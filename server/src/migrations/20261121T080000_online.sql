-- Who is connected to which process. Rows of a process that is gone are removed by the others.
create table online (
  account_id uuid not null references account (id) on delete cascade,
  process_id uuid not null,
  primary key (account_id, process_id)
);
create index online_process on online (process_id);
