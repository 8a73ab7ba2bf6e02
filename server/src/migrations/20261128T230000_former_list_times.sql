-- By when rows of a list stood before they were dated anew. Whoever walks a list page by page goes on seeing the order of
-- the first page: a cursor holds its snapshot, and a change that the snapshot has not seen has not happened in the walk.
-- Kept for a day.
create table former_list_time (
  id bigint generated always as identity primary key,
  row_id uuid not null,
  list_time timestamptz(3) not null,
  changed_by xid8 not null default pg_current_xact_id(),
  changed_at timestamptz(3) not null default now()
);
create index former_list_time_row on former_list_time (row_id, id);
create index former_list_time_change on former_list_time (changed_by);
create index former_list_time_age on former_list_time (changed_at);

-- For `after update` triggers; the argument is the column that the list is sorted by. A time that nobody knows yet comes
-- after all others.
create function keep_former_list_time() returns trigger language plpgsql as $$
begin
  insert into former_list_time (row_id, list_time)
    values (old.id, coalesce((to_jsonb(old) ->> tg_argv[0])::timestamptz, '9999-12-31T00:00:00Z'));
  return null;
end $$;

create trigger notification_former_list_time after update of created_at on notification
  for each row when (old.created_at is distinct from new.created_at)
  execute function keep_former_list_time('created_at');
create trigger review_former_list_time after update of created_at on review
  for each row when (old.created_at is distinct from new.created_at)
  execute function keep_former_list_time('created_at');
create trigger payment_former_list_time after update of paid_at on payment
  for each row when (old.paid_at is distinct from new.paid_at)
  execute function keep_former_list_time('paid_at');
create trigger slot_former_list_time after update of starts_at on slot
  for each row when (old.starts_at is distinct from new.starts_at and old.mentee_id is not null)
  execute function keep_former_list_time('starts_at');
create trigger conversation_former_list_time after update of answer_due_at on conversation
  for each row when (old.answer_due_at is distinct from new.answer_due_at
    and old.waiting_since is not null and new.waiting_since is not null)
  execute function keep_former_list_time('answer_due_at');
