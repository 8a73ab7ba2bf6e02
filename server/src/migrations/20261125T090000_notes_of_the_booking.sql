-- Notes are of the two who met, or meant to. Whoever books the slot after them must not read them.
create function forget_notes_of_others() returns trigger language plpgsql as $$
begin
  delete from live_notes where slot_id = new.id;
  return null;
end $$;
create trigger slot_forgets_notes after update of mentee_id on slot for each row
  when (old.mentee_id is not null and new.mentee_id is distinct from old.mentee_id)
  execute function forget_notes_of_others();

-- safe: those of sessions that were called off after somebody had written notes, which are few
delete from live_notes using slot
  where slot.id = live_notes.slot_id and (slot.mentee_id is null or (slot.moves = 0 and live_notes.updated_at < slot.booked_at));
