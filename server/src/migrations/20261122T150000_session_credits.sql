-- Session credits as a ledger: a row each, and every change of it as an event that nothing rewrites.
-- docs/decisions/016-session-credits.md says why.
create table session_credit (
  id uuid primary key,
  enrollment_id uuid not null references enrollment (id) on delete cascade,
  source text not null check (source in ('period', 'returned', 'bonus', 'rollover', 'moderator')),
  status text not null default 'free' check (status in ('free', 'held', 'spent', 'lapsed', 'refunded')),
  -- The period that it was given in, and its number there: at most four are paid for with a period.
  period_start timestamptz(3) not null,
  ordinal integer not null check (ordinal between 1 and 4),
  -- Given with the period, whatever has become of its source since.
  is_of_period boolean not null,
  payment_id uuid references payment (id) on delete set null,
  price integer not null check (price >= 0),
  granted_at timestamptz(3) not null,
  -- Until when people are told that it can be used; it is taken after `lapses_at`, which leaves a late renewal its days.
  usable_until timestamptz(3) not null,
  lapses_at timestamptz(3) not null check (lapses_at >= usable_until),
  -- The session that holds it or has used it. A column, so that a credit is never on two sessions.
  slot_id uuid references slot (id),
  held_at timestamptz(3),
  -- What changed it last, by the product's clock; the event is written from these two.
  changed_at timestamptz(3) not null,
  because text not null,
  warned_at timestamptz(3),
  constraint session_credit_held check ((status = 'held') = (held_at is not null)),
  constraint session_credit_on_session check (status <> 'held' or slot_id is not null),
  constraint session_credit_off_session check (status in ('held', 'spent') or slot_id is null),
  constraint session_credit_not_lapsed check (held_at is null or held_at <= lapses_at)
);
-- A fifth credit of a period, a second one for a session, a third bonus, a second one carried over: refused here.
create unique index session_credit_of_period on session_credit (enrollment_id, period_start, ordinal) where is_of_period;
create unique index session_credit_slot on session_credit (slot_id) where slot_id is not null;
create unique index session_credit_bonus on session_credit (enrollment_id, period_start, ordinal) where source = 'bonus';
alter table session_credit add constraint session_credit_bonus_max check (source <> 'bonus' or ordinal <= 2);
create unique index session_credit_carried on session_credit (enrollment_id, usable_until) where source = 'rollover';
create index session_credit_enrollment on session_credit (enrollment_id, granted_at desc, id desc);
create index session_credit_free on session_credit (enrollment_id, usable_until, id) where status = 'free';
create index session_credit_lapses on session_credit (lapses_at) where status = 'free';
create index session_credit_payment on session_credit (payment_id);

create table session_credit_event (
  id bigint generated always as identity primary key,
  credit_id uuid not null references session_credit (id) on delete cascade,
  at timestamptz(3) not null,
  what text not null check (
    what in ('granted', 'held', 'moved', 'freed', 'spent', 'lapsed', 'refunded', 'extended')),
  because text not null,
  slot_id uuid
);
create index session_credit_event_credit on session_credit_event (credit_id, id);

-- What may follow what. A credit that has lapsed or was refunded is never used again.
create function check_session_credit() returns trigger language plpgsql as $$
begin
  if old.status in ('lapsed', 'refunded') and new.status <> old.status then
    raise exception 'a session credit that is % cannot become %', old.status, new.status
      using errcode = 'check_violation', constraint = 'session_credit_transition';
  end if;
  if (new.id, new.enrollment_id, new.is_of_period, new.price, new.granted_at)
     is distinct from (old.id, old.enrollment_id, old.is_of_period, old.price, old.granted_at) then
    raise exception 'what a session credit is does not change'
      using errcode = 'check_violation', constraint = 'session_credit_identity';
  end if;
  return new;
end $$;
create trigger session_credit_checked before update on session_credit
  for each row execute function check_session_credit();

create function write_session_credit_event() returns trigger language plpgsql as $$
declare
  what text;
begin
  if tg_op = 'INSERT' then
    what := 'granted';
  elsif new.status <> old.status then
    what := case new.status when 'free' then 'freed' else new.status end;
  elsif new.slot_id is distinct from old.slot_id then
    what := 'moved';
  elsif (new.source, new.usable_until) is distinct from (old.source, old.usable_until) then
    what := 'extended';
  else
    return null;
  end if;
  insert into session_credit_event (credit_id, at, what, because, slot_id)
    values (new.id, new.changed_at, what, new.because, coalesce(new.slot_id, case when tg_op = 'UPDATE' then old.slot_id end));
  return null;
end $$;
create trigger session_credit_written after insert or update on session_credit
  for each row execute function write_session_credit_event();

create function refuse_session_credit_event_change() returns trigger language plpgsql as $$
begin
  -- Whoever deletes an enrollment takes its history along; that comes from the foreign key, a trigger deeper.
  if tg_op = 'DELETE' and pg_trigger_depth() > 1 then
    return old;
  end if;
  raise exception 'the history of session credits is append-only';
end $$;
create trigger session_credit_event_append_only before update or delete on session_credit_event
  for each row execute function refuse_session_credit_event_change();

-- Money that goes back: written down with its amount before the provider is asked, once for each reference.
create table refund (
  id uuid primary key,
  enrollment_id uuid not null references enrollment (id) on delete cascade,
  payment_id uuid not null references payment (id) on delete cascade,
  amount integer not null check (amount > 0),
  reason text not null,
  reference text not null unique,
  created_at timestamptz(3) not null,
  done_at timestamptz(3)
);
create index refund_enrollment on refund (enrollment_id);
create index refund_open on refund (payment_id) where done_at is null;

-- A booking keeps its id when it moves to another slot, so that a calendar moves its entry.
alter table slot
  add column booking_id uuid,
  add column moves integer not null default 0,
  add column settled_at timestamptz(3);
alter table slot add constraint slot_moves_max check (moves between 0 and 2) not valid;
create or replace function raise_calendar_sequence() returns trigger language plpgsql as $$
begin
  -- A booking that moves here brings its own number along.
  new.calendar_sequence := greatest(old.calendar_sequence, new.calendar_sequence) + 1;
  return new;
end $$;

alter table enrollment
  add column paused_from timestamptz(3),
  add column paused_until timestamptz(3),
  add column pause_asked_at timestamptz(3);
alter table enrollment add constraint enrollment_pause
  check ((paused_from is null) = (paused_until is null) and paused_until > paused_from) not valid;

create table move_proposal (
  id uuid primary key,
  slot_id uuid not null references slot (id) on delete cascade,
  booking_id uuid not null,
  mentee_id uuid not null references account (id) on delete cascade,
  mentor_id uuid not null references account (id) on delete cascade,
  proposed_by text not null check (proposed_by in ('mentee', 'mentor')),
  starts timestamptz(3)[] not null check (cardinality(starts) between 1 and 3),
  text text not null default '' check (length(text) <= 500),
  status text not null default 'open' check (status in ('open', 'accepted', 'declined', 'void')),
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  decided_at timestamptz(3)
);
-- A session that is cancelled, moved or over has no open proposal.
create function void_move_proposals() returns trigger language plpgsql as $$
begin
  update move_proposal set status = 'void'
    where booking_id = coalesce(old.booking_id, old.id) and status = 'open';
  return null;
end $$;
create trigger slot_move_proposals_void after update on slot for each row
  when (old.status = 'booked'
    and (old.status, old.starts_at, old.mentee_id) is distinct from (new.status, new.starts_at, new.mentee_id))
  execute function void_move_proposals();

create unique index move_proposal_open on move_proposal (booking_id) where status = 'open';
create index move_proposal_slot on move_proposal (slot_id, created_at desc, id desc);
create index move_proposal_expires on move_proposal (expires_at) where status = 'open';
create index move_proposal_mentee on move_proposal (mentee_id);
create index move_proposal_mentor on move_proposal (mentor_id);

create table contest (
  id uuid primary key,
  -- One for each session, whoever raises it.
  slot_id uuid not null unique references slot (id) on delete cascade,
  mentee_id uuid not null references account (id) on delete cascade,
  mentor_id uuid not null references account (id) on delete cascade,
  raised_by text not null check (raised_by in ('mentee', 'mentor')),
  text text not null check (length(text) <= 2000),
  status text not null default 'open' check (status in ('open', 'agreed', 'with_moderator', 'decided')),
  answer_by timestamptz(3) not null,
  answer text check (length(answer) <= 2000),
  decision text check (length(decision) <= 2000),
  created_at timestamptz(3) not null,
  decided_at timestamptz(3),
  reminded_at timestamptz(3),
  ticket_id uuid unique references ticket (id) on delete set null,
  constraint contest_decided check ((status in ('agreed', 'decided')) = (decided_at is not null))
);
create index contest_mentee on contest (mentee_id, created_at desc, id desc);
create index contest_mentor on contest (mentor_id, created_at desc, id desc);
create index contest_answer_by on contest (answer_by) where status = 'open';

create table refund_request (
  id uuid primary key,
  enrollment_id uuid not null references enrollment (id) on delete cascade,
  mentee_id uuid not null references account (id) on delete cascade,
  mentor_id uuid not null references account (id) on delete cascade,
  amount integer not null check (amount >= 0),
  reason text not null check (length(reason) <= 2000),
  status text not null check (status in ('refunded', 'with_mentor', 'with_moderator', 'refused')),
  answer_by timestamptz(3) not null,
  answer text check (length(answer) <= 2000),
  decision text check (length(decision) <= 2000),
  created_at timestamptz(3) not null,
  decided_at timestamptz(3),
  reminded_at timestamptz(3),
  ticket_id uuid unique references ticket (id) on delete set null,
  constraint refund_request_decided check ((status in ('refunded', 'refused')) = (decided_at is not null))
);
-- One that waits; after a refusal the next month may be asked for.
create unique index refund_request_open on refund_request (enrollment_id)
  where status in ('with_mentor', 'with_moderator');
create index refund_request_mentee on refund_request (mentee_id, created_at desc, id desc);
create index refund_request_mentor on refund_request (mentor_id, created_at desc, id desc);
create index refund_request_answer_by on refund_request (answer_by) where status = 'with_mentor';
