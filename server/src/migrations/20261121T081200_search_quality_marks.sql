-- The steps of quality that a mentor reaches stand among her words ("q:35" from 0.70 on), so that the best of many
-- matches are found by the index of the words alone. A trigger, because quality changes without the words.
create function search_quality_marks(quality real) returns tsvector language sql immutable as $$
  select coalesce(string_agg(format('''q:%s''', step), ' '), '')::tsvector
  from generate_series(25, floor(quality * 50)::integer) as step
$$;

create function mark_search_quality() returns trigger language plpgsql as $$
begin
  new.document := ts_delete(new.document, tsvector_to_array(search_quality_marks(1)))
    || search_quality_marks(new.quality);
  return new;
end $$;
create trigger mentor_search_mark_quality before insert or update of document, quality on mentor_search
  for each row execute function mark_search_quality();
-- A row's past may be copied from before its words were written anew.
create trigger mentor_search_past_mark_quality before insert on mentor_search_past
  for each row execute function mark_search_quality();
update mentor_search_past set document = document || search_quality_marks(quality);
