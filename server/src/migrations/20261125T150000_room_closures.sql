-- A block closes the room of a session, as it runs or before. Whoever was kept out by it has not missed the session: whose
-- doing it was is noted in the transaction of the block, and stays when the block is taken back once it has begun.
create table room_closure (
  slot_id uuid not null references slot (id) on delete cascade,
  closed_at timestamptz(3) not null,
  closed_by text not null check (closed_by in ('mentee', 'mentor')),
  primary key (slot_id, closed_by)
);

create function close_rooms_of_pair() returns trigger language plpgsql as $$
begin
  insert into room_closure (slot_id, closed_at, closed_by)
    select id, product_now(), case when mentor_id = new.account_id then 'mentor' else 'mentee' end
      from slot
      where status = 'booked' and ends_at > product_now()
        and ((mentor_id = new.account_id and mentee_id = new.person_id)
          or (mentor_id = new.person_id and mentee_id = new.account_id))
    on conflict do nothing;
  return null;
end $$;
create trigger blocked_person_closes_rooms after insert on blocked_person
  for each row execute function close_rooms_of_pair();

create function open_rooms_of_pair() returns trigger language plpgsql as $$
begin
  delete from room_closure using slot
    where slot.id = slot_id and starts_at > product_now()
      and ((closed_by = 'mentor' and mentor_id = old.account_id and mentee_id = old.person_id)
        or (closed_by = 'mentee' and mentor_id = old.person_id and mentee_id = old.account_id));
  return null;
end $$;
create trigger blocked_person_opens_rooms after delete on blocked_person
  for each row execute function open_rooms_of_pair();

-- A time that somebody else books is another session.
create function forget_room_closures() returns trigger language plpgsql as $$
begin
  delete from room_closure where slot_id = new.id;
  return null;
end $$;
create trigger slot_forgets_room_closures after update of mentee_id on slot for each row
  when (old.mentee_id is not null and new.mentee_id is distinct from old.mentee_id)
  execute function forget_room_closures();

create function close_rooms_of_account() returns trigger language plpgsql as $$
begin
  insert into room_closure (slot_id, closed_at, closed_by)
    select id, product_now(), case when mentor_id = new.id then 'mentor' else 'mentee' end
      from slot
      where status = 'booked' and starts_at <= product_now() and ends_at > product_now()
        and new.id in (mentor_id, mentee_id)
    on conflict do nothing;
  return null;
end $$;
create trigger account_block_closes_rooms after update of is_blocked on account for each row
  when (new.is_blocked and not old.is_blocked) execute function close_rooms_of_account();
