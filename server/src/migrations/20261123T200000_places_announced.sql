-- Cards say how many places a mentor has left: what takes or frees one is told to all who keep cards, as a change of
-- the mentor. By triggers, as subscriptions, checkouts and the waitlist change in many places; only where a mentor has
-- a maximum, so that no commit of anybody else's waits for the queue of notifications.
create function announce_places() returns trigger language plpgsql as $$
declare
  changed uuid := coalesce(new.mentor_id, old.mentor_id);
begin
  if exists (select from availability where mentor_id = changed and capacity is not null) then
    perform pg_notify('mentor_search_changed', changed || ' card');
  end if;
  return null;
end $$;

create trigger enrollment_announce_places after insert or delete or update of status on enrollment
  for each row execute function announce_places();
create trigger checkout_announce_places after insert or delete or update of closed_at, place_until on checkout
  for each row execute function announce_places();
create trigger waitlist_entry_announce_places after insert or delete or update of offered_until on waitlist_entry
  for each row execute function announce_places();
