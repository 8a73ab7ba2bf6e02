-- The search's words carry where they stand ("a:" name or skill, "b:" also title, firm, place, language), so
-- that "skills before prose" is an index look-up and not a rank computed for every row that matches.
-- What is in the rows is rewritten at the next start: search_rules says which rules wrote them.
drop index mentor_search_quality, mentor_search_rate, mentor_search_rating, mentor_search_listed;

alter table mentor_search
  add column base_quality real not null default 0,
  add column sample smallint not null default 0 check (sample between 0 and 255),
  add column changed_at timestamptz(3) not null default now(),
  add column written_by xid8 not null default pg_current_xact_id();
-- How often a word occurs is taken from the planner's statistics.
alter table mentor_search alter column document set statistics 300;

-- One index an order: both directions, the row's id last so that the order is total.
create index mentor_search_quality on mentor_search (quality, mentor_id);
create index mentor_search_rate on mentor_search (hourly_rate, mentor_id);
create index mentor_search_rating on mentor_search ((coalesce(rating, 0)), mentor_id);
create index mentor_search_listed on mentor_search (listed_at, mentor_id);
create index mentor_search_available on mentor_search (next_available_at) where next_available_at is not null;
create index mentor_search_sample on mentor_search (sample);

-- What rows were before their last changes: whoever walks a result page by page goes on seeing the order of
-- the first page. Kept for half an hour.
create table mentor_search_past (
  like mentor_search,
  superseded_by xid8 not null default pg_current_xact_id(),
  superseded_at timestamptz(3) not null default now()
);
create index mentor_search_past_age on mentor_search_past (superseded_at);

create function keep_search_past() returns trigger language plpgsql as $$
begin
  -- search:reindex writes the same mentors with other words: nobody's walk may lose a row by it.
  if tg_op = 'UPDATE' and current_setting('marga.is_reindexing', true) = 'on' then
    new.written_by := old.written_by;
    new.changed_at := old.changed_at;
    return new;
  end if;
  if old.written_by <> pg_current_xact_id() then
    insert into mentor_search_past select old.*;
  end if;
  if tg_op = 'DELETE' then return old; end if;
  new.written_by := pg_current_xact_id();
  new.changed_at := now();
  return new;
end $$;
create trigger mentor_search_keep_past before update or delete on mentor_search
  for each row execute function keep_search_past();

-- Every word of the rows, for completing and correcting what is typed, and the skills and firms as they are
-- written, for suggestions. Added to by whoever writes a row, in term order; rebuilt by search:reindex.
create table search_term (
  term text primary key check (length(term) <= 200),
  shown text check (length(shown) <= 200)
);

create table search_rules (
  is_only boolean primary key default true check (is_only),
  version integer not null
);
insert into search_rules (version) values (0);
