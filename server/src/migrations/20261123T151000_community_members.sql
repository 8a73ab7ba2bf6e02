-- Who comes to or leaves a mentor's community, told to every process: it keeps their sockets in the community's room.
-- Only where that changes: a renewal tells nothing.
create function announce_community_member() returns trigger language plpgsql as $$
begin
  perform pg_notify('community_members', new.mentee_id || ' ' || new.mentor_id);
  return null;
end $$;
create trigger enrollment_community_joined after insert on enrollment for each row
  when (new.status <> 'ended') execute function announce_community_member();
create trigger enrollment_community_changed after update of status on enrollment for each row
  when ((old.status = 'ended') <> (new.status = 'ended')) execute function announce_community_member();

create function announce_community_block() returns trigger language plpgsql as $$
begin
  perform pg_notify('community_members',
    coalesce(new.account_id, old.account_id) || ' ' || coalesce(new.person_id, old.person_id));
  return null;
end $$;
create trigger blocked_person_community_changed after insert or delete on blocked_person
  for each row execute function announce_community_block();
