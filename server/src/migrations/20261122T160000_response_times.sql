-- The promise of an answer within 24 hours, kept for every conversation: docs/decisions/017-response-times.md.
alter table conversation
  -- The first message of the mentee that waits for an answer; null while none does.
  add column waiting_since timestamptz(3),
  -- From when days of silence count; later than `waiting_since` where the mentor had spoken in between.
  add column silent_since timestamptz(3),
  -- Null while the clock stands still without a known end.
  add column answer_due_at timestamptz(3),
  add column refundable_from timestamptz(3),
  -- What falls due next of it, and when.
  add column answer_step text,
  add column answer_step_at timestamptz(3);
alter table conversation add constraint conversation_waiting check (
  (waiting_since is null) = (silent_since is null)
  and (waiting_since is not null or (answer_due_at is null and refundable_from is null))
  and (answer_step is null) = (answer_step_at is null)
  and (answer_step is null or answer_step in ('nudge', 'late', 'remedy'))) not valid;

-- A question and how its waiting ended. `waited_ms` leaves out what the clock stood still.
create table mentor_response (
  id uuid primary key,
  conversation_id uuid not null references conversation (id) on delete cascade,
  mentor_id uuid not null references account (id) on delete cascade,
  mentee_id uuid not null references account (id) on delete cascade,
  since timestamptz(3) not null,
  due_at timestamptz(3),
  ended_at timestamptz(3) not null check (ended_at >= since),
  -- Answered; settled without one, by the mentor; or over, with the subscription.
  outcome text not null check (outcome in ('answered', 'settled', 'over')),
  waited_ms bigint not null check (waited_ms >= 0),
  -- The mentee said that it was no answer: the clock went on, and this counts no more.
  reopened_at timestamptz(3),
  -- Part of the mentor's figures as they are shown.
  is_counted boolean not null default false
);
create index mentor_response_mentor on mentor_response (mentor_id, ended_at);
create index mentor_response_conversation on mentor_response (conversation_id, ended_at desc, id desc);
create index mentor_response_uncounted on mentor_response (mentor_id) where not is_counted;

-- What was said about a question that waits. The key makes each of them one, whoever comes to say it.
create table response_notification (
  conversation_id uuid not null references conversation (id) on delete cascade,
  since timestamptz(3) not null,
  kind text not null check (kind in ('nudge', 'late', 'remedy')),
  mentor_id uuid not null references account (id) on delete cascade,
  sent_at timestamptz(3) not null,
  -- The case in which a late answer was brought to the moderators.
  ticket_id uuid references ticket (id) on delete set null,
  primary key (conversation_id, since, kind)
);
create index response_notification_late on response_notification (mentor_id, sent_at) where kind = 'late';

-- When a mentor is away, in days of the mentor's zone, the last one included.
create table vacation (
  id uuid primary key,
  mentor_id uuid not null references account (id) on delete cascade,
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  -- The same as moments. What had begun when it was announced counts from then.
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null check (ends_at > starts_at),
  announced_at timestamptz(3) not null,
  constraint vacation_apart exclude using gist (mentor_id with =, daterange(first_day, last_day, '[]') with &&)
);

-- While a clock stands still: of all questions to a mentor, of all of a mentee, or of the two. Kept when it is over,
-- because what is waiting since before is still reckoned with it. Written by the triggers below and by nothing else.
create table response_standstill (
  id bigint generated always as identity primary key,
  mentor_id uuid references account (id) on delete cascade,
  mentee_id uuid references account (id) on delete cascade,
  kind text not null check (kind in ('vacation', 'pause', 'block', 'person_block', 'end')),
  -- What it follows from: the vacation, the enrollment, the person who is blocked or blocks.
  reference uuid not null,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) check (ends_at >= starts_at),
  -- The clocks concerned have been set by it as it is now.
  is_applied boolean not null default false,
  check (mentor_id is not null or mentee_id is not null)
);
create index response_standstill_mentor on response_standstill (mentor_id, ends_at);
create index response_standstill_mentee on response_standstill (mentee_id, ends_at);
create index response_standstill_reference on response_standstill (reference);
create index response_standstill_new on response_standstill (id) where not is_applied;

-- One that has not begun is gone; one that has begun ends now.
create function end_response_standstill(kind_ended text, reference_ended uuid) returns void language plpgsql as $$
begin
  delete from response_standstill
    where reference = reference_ended and kind = kind_ended and starts_at > product_now();
  update response_standstill set ends_at = greatest(starts_at, product_now()), is_applied = false
    where reference = reference_ended and kind = kind_ended and (ends_at is null or ends_at > product_now());
end $$;

create function follow_vacation() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform end_response_standstill('vacation', old.id);
  else
    insert into response_standstill (mentor_id, kind, reference, starts_at, ends_at)
      values (new.mentor_id, 'vacation', new.id, new.starts_at, new.ends_at);
  end if;
  return null;
end $$;
create trigger vacation_stands_still after insert or delete on vacation
  for each row execute function follow_vacation();

create function follow_account_block() returns trigger language plpgsql as $$
begin
  if not new.is_blocked then
    perform end_response_standstill('block', new.id);
  elsif new.role = 'mentor' then
    insert into response_standstill (mentor_id, kind, reference, starts_at) values (new.id, 'block', new.id, product_now());
  elsif new.role = 'mentee' then
    insert into response_standstill (mentee_id, kind, reference, starts_at) values (new.id, 'block', new.id, product_now());
  end if;
  return null;
end $$;
create trigger account_block_stands_still after update of is_blocked on account for each row
  when (old.is_blocked is distinct from new.is_blocked) execute function follow_account_block();

-- Who blocks whom: the pair's clock stands still while either does.
create function follow_person_block() returns trigger language plpgsql as $$
declare
  one account%rowtype;
  other account%rowtype;
begin
  if tg_op = 'DELETE' then
    update response_standstill set ends_at = greatest(starts_at, product_now()), is_applied = false
      where kind = 'person_block' and reference = old.account_id and ends_at is null
        and old.person_id in (mentor_id, mentee_id);
    return null;
  end if;
  select * into one from account where id = new.account_id;
  select * into other from account where id = new.person_id;
  if one.role = 'mentor' and other.role = 'mentee' then
    insert into response_standstill (mentor_id, mentee_id, kind, reference, starts_at)
      values (one.id, other.id, 'person_block', one.id, product_now());
  elsif one.role = 'mentee' and other.role = 'mentor' then
    insert into response_standstill (mentor_id, mentee_id, kind, reference, starts_at)
      values (other.id, one.id, 'person_block', one.id, product_now());
  end if;
  return null;
end $$;
create trigger blocked_person_stands_still after insert or delete on blocked_person
  for each row execute function follow_person_block();

-- A pause, and the end: what waits of a subscription that is over waits no more.
create function follow_enrollment() returns trigger language plpgsql as $$
begin
  if new.paused_from is distinct from old.paused_from or new.paused_until is distinct from old.paused_until then
    perform end_response_standstill('pause', new.id);
    if new.paused_from is not null then
      insert into response_standstill (mentor_id, mentee_id, kind, reference, starts_at, ends_at)
        values (new.mentor_id, new.mentee_id, 'pause', new.id, new.paused_from, new.paused_until);
    end if;
  end if;
  if new.status = 'ended' and old.status <> 'ended' then
    insert into response_standstill (mentor_id, mentee_id, kind, reference, starts_at, ends_at)
      values (new.mentor_id, new.mentee_id, 'end', new.id, product_now(), product_now());
  end if;
  return null;
end $$;
create trigger enrollment_stands_still after update of status, paused_from, paused_until on enrollment for each row
  when ((old.status, old.paused_from, old.paused_until) is distinct from (new.status, new.paused_from, new.paused_until))
  execute function follow_enrollment();

-- As the card shows them: of 90 days, null below ten answers.
alter table mentor_profile
  add column response_count integer,
  add column response_median_minutes integer,
  add column response_within_percent integer;
alter table mentor_profile add constraint mentor_profile_response check (
  (response_count is null) = (response_median_minutes is null)
  and (response_count is null) = (response_within_percent is null)
  and response_count >= 10 and response_median_minutes >= 0
  and response_within_percent between 0 and 100) not valid;

-- Raised by nobody: three late answers come to the moderators by themselves.
alter table ticket alter column raised_by drop not null;
