-- At which quarters of an hour of the UTC day a mentor has something to book in the coming week, so that mentors can
-- be looked for by the time of day. The bit 0 is 00:00 to 00:15; null while there is nothing.
alter table mentor_search add column free_quarters bit(96);
alter table mentor_search_past add column free_quarters bit(96);

create or replace function keep_search_past() returns trigger language plpgsql as $$
begin
  -- search:reindex writes the same mentors with other words: nobody's walk may lose a row by it.
  if tg_op = 'UPDATE' and current_setting('marga.is_reindexing', true) = 'on' then
    new.written_by := old.written_by;
    new.changed_at := old.changed_at;
    return new;
  end if;
  if old.written_by <> pg_current_xact_id() then
    insert into mentor_search_past (
      mentor_id, document, hourly_rate, rating, rating_count, quality, next_available_at, languages, location,
      listed_at, base_quality, sample, changed_at, written_by, response_minutes, free_quarters)
    values (
      old.mentor_id, old.document, old.hourly_rate, old.rating, old.rating_count, old.quality,
      old.next_available_at, old.languages, old.location, old.listed_at, old.base_quality, old.sample,
      old.changed_at, old.written_by, old.response_minutes, old.free_quarters);
  end if;
  if tg_op = 'DELETE' then return old; end if;
  new.written_by := pg_current_xact_id();
  new.changed_at := now();
  return new;
end $$;
