-- What has not been read, kept as numbers: docs/decisions/020-unread-counters.md.
-- How many messages of the other each of the two has not read. Null where it stands uncounted since before this.
alter table conversation
  add column mentee_unread integer,
  add column mentor_unread integer;
alter table conversation
  alter column mentee_unread set default 0,
  alter column mentor_unread set default 0;

-- How many conversations hold something unread for an account; without a row nobody has counted them yet.
create table unread_conversations (
  account_id uuid primary key references account (id) on delete cascade,
  count integer not null
);

-- The same after read mark and last number have moved: only what lies between is looked at, and so each message is
-- counted once when it comes and once when it is read, however many are unread.
create function unread_after(
  of_conversation uuid, written_by text, unread integer,
  read_before integer, last_before integer, read_now integer, last_now integer
) returns integer language plpgsql as $$
declare
  found integer;
  is_anew boolean := unread is null or last_now < last_before
    or (last_now <> last_before and read_now <> read_before);
  low integer := case
    when is_anew then read_now
    when last_now <> last_before then greatest(read_before, last_before)
    else least(read_before, read_now) end;
  high integer := case
    when is_anew or last_now <> last_before then last_now
    else least(greatest(read_before, read_now), last_now) end;
begin
  if read_now >= last_now then
    return 0;
  end if;
  select count(*) into found from message
    where conversation_id = of_conversation and seq > low and seq <= high and sender_type = written_by;
  return case
    when is_anew then found
    when read_now > read_before then unread - found
    else unread + found end;
end $$;

create function count_unread() returns trigger language plpgsql as $$
begin
  new.mentee_unread := unread_after(new.id, 'mentor', case when new.mentee_unread is null then null
      else old.mentee_unread end,
    old.mentee_read_seq, old.last_seq, new.mentee_read_seq, new.last_seq);
  new.mentor_unread := unread_after(new.id, 'mentee', case when new.mentor_unread is null then null
      else old.mentor_unread end,
    old.mentor_read_seq, old.last_seq, new.mentor_read_seq, new.last_seq);
  return new;
end $$;
-- Setting a number to null has it counted anew.
create trigger conversation_unread_counted before update on conversation for each row
  when (new.mentee_unread is null or new.mentor_unread is null
    or (old.last_seq, old.mentee_read_seq, old.mentor_read_seq)
      is distinct from (new.last_seq, new.mentee_read_seq, new.mentor_read_seq))
  execute function count_unread();

-- Messages are counted when the conversation's last number moves past them.
create function refuse_conversation_with_messages() returns trigger language plpgsql as $$
begin
  raise exception 'a conversation begins without messages: insert them, and then set last_seq';
end $$;
create trigger conversation_begins_empty before insert on conversation for each row
  when (new.last_seq > 0) execute function refuse_conversation_with_messages();

-- Who deletes messages by hand has the rest counted anew.
create function recount_unread() returns trigger language plpgsql as $$
begin
  update conversation set mentee_unread = null, mentor_unread = null
    where id in (select conversation_id from gone);
  return null;
end $$;
create trigger message_deleted_recounted after delete on message
  referencing old table as gone for each statement execute function recount_unread();

-- Also where it has not been counted yet.
create function has_unread(
  of_conversation uuid, written_by text, unread integer, read_seq integer, last_seq integer
) returns boolean language sql stable as $$
  select coalesce(unread > 0, exists (select from message as m
    where m.conversation_id = of_conversation and m.sender_type = written_by and m.seq > read_seq
      and m.seq <= has_unread.last_seq))
$$;

create function count_unread_conversations(of_account uuid) returns integer language sql stable as $$
  select ((select count(*) from conversation where mentee_id = of_account
      and has_unread(id, 'mentor', mentee_unread, mentee_read_seq, last_seq))
    + (select count(*) from conversation where mentor_id = of_account
      and has_unread(id, 'mentee', mentor_unread, mentor_read_seq, last_seq)))::integer
$$;

-- Conversations that have become unread or read change their people's numbers: those in the order of their ids, so that
-- two who write to the same people wait for each other in turn. Who has no number yet is counted, once: the key makes
-- everybody else wait who would change it meanwhile.
create function follow_unread() returns trigger language plpgsql as $$
declare
  people uuid[];
  changes integer[];
  known integer;
  person uuid;
begin
  select array_agg(account_id order by account_id), array_agg(change order by account_id) into people, changes from (
    select account_id, sum(change) as change from (
      select n.mentee_id as account_id, o.mentee_unread is null as is_new,
        (n.mentee_unread > 0)::int
          - has_unread(o.id, 'mentor', o.mentee_unread, o.mentee_read_seq, o.last_seq)::int as change
      from after_update as n join before_update as o on o.id = n.id
      where o.mentee_unread is distinct from n.mentee_unread
      union all
      select n.mentor_id, o.mentor_unread is null,
        (n.mentor_unread > 0)::int
          - has_unread(o.id, 'mentee', o.mentor_unread, o.mentor_read_seq, o.last_seq)::int
      from after_update as n join before_update as o on o.id = n.id
      where o.mentor_unread is distinct from n.mentor_unread
    ) as turned
    group by account_id having sum(change) <> 0 or bool_or(is_new)
  ) as of_people;
  if people is null then
    return null;
  end if;
  perform 1 from unread_conversations where account_id = any(people) order by account_id for no key update;
  get diagnostics known = row_count;
  if known = cardinality(people) then
    update unread_conversations set count = count + given.change
      from unnest(people, changes) as given (account_id, change)
      where unread_conversations.account_id = given.account_id and given.change <> 0;
    return null;
  end if;
  for place in 1 .. cardinality(people) loop
    person := people[place];
    insert into unread_conversations (account_id, count) values (person, 0) on conflict do nothing;
    if found then
      update unread_conversations set count = count_unread_conversations(person) where account_id = person;
    else
      update unread_conversations set count = count + changes[place] where account_id = person;
    end if;
  end loop;
  return null;
end $$;
create trigger conversation_unread_followed after update on conversation
  referencing old table as before_update new table as after_update
  for each statement execute function follow_unread();

-- Whoever is left is counted anew when something of theirs changes.
create function forget_unread() returns trigger language plpgsql as $$
begin
  delete from unread_conversations
    where account_id in (select mentee_id from gone union select mentor_id from gone);
  return null;
end $$;
create trigger conversation_deleted_uncounted after delete on conversation
  referencing old table as gone for each statement execute function forget_unread();
