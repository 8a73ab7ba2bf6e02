-- outside a transaction
-- What can be booked: open, and under no busy time.
drop index concurrently if exists slot_bookable_start;
create index concurrently slot_bookable_start on slot (mentor_id, starts_at) where status = 'open' and not is_hidden;
drop index concurrently if exists checkout_places;
create index concurrently checkout_places on checkout (mentor_id, place_until) where place_until is not null and closed_at is null;
drop index concurrently if exists vacation_untold;
create index concurrently vacation_untold on vacation (announced_at) where told_at is null;
-- What takes a place.
drop index concurrently if exists enrollment_places;
create index concurrently enrollment_places on enrollment (mentor_id) where status <> 'ended';
alter table enrollment validate constraint enrollment_end_reason_check;

-- What counts towards the maxima of a day and of a week, which each open slot is held against.
drop index concurrently if exists slot_taken_start;
create index concurrently slot_taken_start on slot (mentor_id, starts_at)
  where status in ('booked', 'completed', 'missed');
