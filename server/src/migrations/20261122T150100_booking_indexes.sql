-- outside a transaction
drop index concurrently if exists slot_booking;
create unique index concurrently slot_booking on slot (booking_id) where booking_id is not null;
alter table slot validate constraint slot_moves_max;
alter table enrollment validate constraint enrollment_pause;
