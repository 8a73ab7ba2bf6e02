-- A block while a session runs closes its room. Whoever was kept out by it has not missed the session: whose doing it was
-- is noted in the transaction of the block, and stays when the block is taken back.
create table room_closure (
  slot_id uuid primary key references slot (id) on delete cascade,
  closed_at timestamptz(3) not null,
  closed_by text not null check (closed_by in ('mentee', 'mentor'))
);

create function close_rooms_of_pair() returns trigger language plpgsql as $$
begin
  insert into room_closure (slot_id, closed_at, closed_by)
    select id, product_now(), case when mentor_id = new.account_id then 'mentor' else 'mentee' end
      from slot
      where status = 'booked' and starts_at <= product_now() and ends_at > product_now()
        and ((mentor_id = new.account_id and mentee_id = new.person_id)
          or (mentor_id = new.person_id and mentee_id = new.account_id))
    on conflict do nothing;
  return null;
end $$;
create trigger blocked_person_closes_rooms after insert on blocked_person
  for each row execute function close_rooms_of_pair();

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
