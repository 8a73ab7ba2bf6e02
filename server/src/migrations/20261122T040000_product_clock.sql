-- How far the product's clock runs ahead of the real one. Only the demo's stand-in for waiting moves it, forward only;
-- the row is not there until it does.
create table product_clock (
  is_only boolean primary key default true check (is_only),
  ahead_ms bigint not null check (ahead_ms >= 0),
  changed_at timestamptz(3) not null default now()
);

create function product_clock_never_runs_back() returns trigger language plpgsql as $$
begin
  if new.ahead_ms < old.ahead_ms then raise exception 'the product clock never runs back'; end if;
  return new;
end $$;
create trigger product_clock_forward before update on product_clock
  for each row execute function product_clock_never_runs_back();

create function product_now() returns timestamptz language sql stable as
  'select now() + coalesce((select ahead_ms from product_clock), 0) * interval ''1 millisecond''';

-- What people are shown, or a rule reads, is dated by the product's clock. Sessions and tokens keep the real one.
do $$
declare
  dated record;
begin
  for dated in
    select table_name, column_name from information_schema.columns
    where table_schema = current_schema() and column_default = 'now()'
      and table_name not in (
        'migration', 'login_session', 'revoked_session', 'idempotency_key', 'product_clock', 'mentor_search',
        'mentor_search_past', 'search_term'
      )
      and column_name in ('created_at', 'submitted_at', 'updated_at', 'received_at')
  loop
    execute format('alter table %I alter column %I set default product_now()', dated.table_name, dated.column_name);
  end loop;
end $$;
