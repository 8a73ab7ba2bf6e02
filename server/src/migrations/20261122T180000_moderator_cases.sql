-- What waits for moderators, and what they do to people: docs/decisions/018-moderator-cases.md.

-- A decision's mail carries a link by which whoever it is about appeals, once.
create table appeal (
  id uuid primary key,
  account_id uuid not null references account (id) on delete cascade,
  token_hash bytea not null unique,
  -- Who decided what is appealed: somebody else decides the appeal.
  decided_by uuid references account (id) on delete set null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  filed_at timestamptz(3),
  text text not null default '' check (length(text) <= 4000),
  outcome text check (outcome in ('upheld', 'refused')),
  check (outcome is null or filed_at is not null)
);
create index appeal_account on appeal (account_id);

-- A case is whatever waits for a moderator. It has the id of what it stands for.
create table moderation_case (
  id uuid primary key,
  kind text not null
    check (kind in ('application', 'ticket', 'contest', 'refund', 'late_answers', 'review', 'appeal')),
  ticket_id uuid unique references ticket (id) on delete cascade,
  application_id uuid unique references application (id) on delete cascade,
  appeal_id uuid unique references appeal (id) on delete cascade,
  -- Whom it is about, and who brought it; null where it came of itself.
  subject_id uuid not null references account (id) on delete cascade,
  raiser_id uuid references account (id) on delete cascade,
  status text not null default 'open' check (status in ('open', 'decided')),
  created_at timestamptz(3) not null,
  due_at timestamptz(3) not null,
  claimed_by uuid references account (id) on delete set null,
  claimed_until timestamptz(3),
  decided_at timestamptz(3),
  decided_by uuid references account (id) on delete set null,
  -- Who confirmed a decision that needs two.
  confirmed_by uuid references account (id) on delete set null,
  outcomes jsonb,
  reason text check (length(reason) <= 40),
  text text not null default '' check (length(text) <= 2000),
  raiser_text text check (length(raiser_text) <= 2000),
  -- A decision that waits for a second moderator.
  proposal jsonb,
  proposed_by uuid references account (id) on delete set null,
  proposed_at timestamptz(3),
  -- The reported profile as it was then.
  profile jsonb,
  check (num_nonnulls(ticket_id, application_id, appeal_id) = 1),
  check ((status = 'open') = (decided_at is null)),
  check ((proposal is null) = (proposed_at is null))
);
create index moderation_case_open on moderation_case (due_at, id) where status = 'open';
create index moderation_case_open_kind on moderation_case (kind, due_at, id) where status = 'open';
create index moderation_case_decided on moderation_case (due_at desc, id desc) where status = 'decided';
create index moderation_case_decided_kind on moderation_case (kind, due_at desc, id desc) where status = 'decided';
create index moderation_case_decided_at on moderation_case (decided_at) where status = 'decided';
create index moderation_case_claimed on moderation_case (claimed_by) where status = 'open';
create index moderation_case_subject on moderation_case (subject_id, created_at desc);
create index moderation_case_raiser on moderation_case (raiser_id, created_at desc);

create table case_event (
  id uuid primary key,
  case_id uuid not null references moderation_case (id) on delete cascade,
  at timestamptz(3) not null,
  moderator_id uuid references account (id) on delete set null,
  what text not null check (length(what) <= 40),
  text text not null default '' check (length(text) <= 4000)
);
create index case_event_case on case_event (case_id, at, id);

-- What was done to a person. Never deleted: it ends by itself, or is lifted.
create table sanction (
  id uuid primary key,
  account_id uuid not null references account (id) on delete cascade,
  kind text not null check (kind in ('warn', 'restrict', 'suspend', 'block', 'remove_content')),
  case_id uuid references moderation_case (id) on delete set null,
  appeal_id uuid references appeal (id) on delete set null,
  moderator_id uuid references account (id) on delete set null,
  reason text check (length(reason) <= 40),
  text text not null default '' check (length(text) <= 2000),
  started_at timestamptz(3) not null,
  ends_at timestamptz(3) check (ends_at > started_at),
  ended_at timestamptz(3),
  lifted_by uuid references account (id) on delete set null,
  lift_text text check (length(lift_text) <= 2000),
  -- What was removed, to be put back when that is lifted.
  content jsonb,
  check ((ends_at is not null) = (kind in ('restrict', 'suspend')))
);
create index sanction_account on sanction (account_id, started_at desc);
create index sanction_case on sanction (case_id);
create index sanction_appeal on sanction (appeal_id);
create index sanction_ends on sanction (ends_at) where ended_at is null and ends_at is not null;
-- One of a kind at a time: of two moderators at once one imposes it.
create unique index sanction_active on sanction (account_id, kind)
  where ended_at is null and kind in ('restrict', 'suspend', 'block');

-- No new mentees for a restricted mentor, no new mentors for a restricted mentee; everything else goes on.
alter table account add column is_restricted boolean not null default false;

-- What every surface asks, the account's two flags, follows from the sanctions that are active, and from nothing else.
create function apply_sanctions() returns trigger language plpgsql as $$
begin
  update account set is_blocked = flags.blocked, is_restricted = flags.restricted
    from (select coalesce(bool_or(kind in ('suspend', 'block')), false) as blocked,
        coalesce(bool_or(kind = 'restrict'), false) as restricted
      from sanction where account_id = new.account_id and ended_at is null) as flags
    where account.id = new.account_id
      and (account.is_blocked, account.is_restricted) is distinct from (flags.blocked, flags.restricted);
  return null;
end $$;
create trigger sanction_applied after insert or update of ended_at on sanction
  for each row execute function apply_sanctions();

-- A process of the release before blocks and unblocks by the flag alone.
create function follow_block_flag() returns trigger language plpgsql as $$
begin
  if not new.is_blocked then
    update sanction set ended_at = greatest(started_at, product_now())
      where account_id = new.id and kind in ('suspend', 'block') and ended_at is null;
  elsif not exists (select from sanction
      where account_id = new.id and kind in ('suspend', 'block') and ended_at is null) then
    insert into sanction (id, account_id, kind, started_at)
      values (gen_random_uuid(), new.id, 'block', product_now());
  end if;
  return null;
end $$;
create trigger account_block_is_a_sanction after update of is_blocked on account for each row
  when (old.is_blocked is distinct from new.is_blocked) execute function follow_block_flag();

-- A message in a session's room, a picture, a threat: whoever feels threatened is heard first.
alter table ticket add column is_harassment boolean not null default false;

create function case_of_ticket() returns trigger language plpgsql as $$
declare
  reported jsonb;
begin
  if new.context ->> 'kind' = 'profile' then
    select jsonb_build_object('jobTitle', job_title, 'firmName', firm_name, 'bio', bio, 'expertise', expertise)
      into reported from mentor_profile where account_id = new.accused_id;
  end if;
  -- One that was closed elsewhere, of a demo or an import, is decided already.
  insert into moderation_case
      (id, kind, ticket_id, subject_id, raiser_id, created_at, due_at, profile, status, decided_at, decided_by, text)
    values (new.id,
      case when new.raised_by is null then 'late_answers'
        when new.context ->> 'kind' = 'review' then 'review' else 'ticket' end,
      new.id, new.accused_id, new.raised_by, new.created_at,
      new.created_at + case when new.is_harassment then interval '24 hours' else interval '30 days' end,
      reported,
      case new.status when 'open' then 'open' else 'decided' end,
      case when new.status <> 'open' then coalesce(new.decided_at, new.created_at) end,
      new.decided_by,
      coalesce(new.note, ''));
  return null;
end $$;
create trigger ticket_is_a_case after insert on ticket for each row execute function case_of_ticket();

-- However a ticket is closed, its case is.
create function decide_case_of_ticket() returns trigger language plpgsql as $$
begin
  update moderation_case set status = 'decided', decided_at = new.decided_at, decided_by = new.decided_by,
      text = coalesce(new.note, ''), claimed_by = null, claimed_until = null,
      proposal = null, proposed_at = null, proposed_by = null
    where ticket_id = new.id and status = 'open';
  return null;
end $$;
create trigger ticket_decides_case after update of status on ticket for each row
  when (old.status = 'open' and new.status <> 'open') execute function decide_case_of_ticket();

-- What the two could not settle: the ticket that it became is a case of its own kind, due within 72 hours.
create function case_of_dispute() returns trigger language plpgsql as $$
begin
  update moderation_case set kind = tg_argv[0], due_at = created_at + interval '72 hours'
    where ticket_id = new.ticket_id;
  return null;
end $$;
create trigger contest_is_a_case after update of ticket_id on contest for each row
  when (new.ticket_id is not null) execute function case_of_dispute('contest');
create trigger refund_request_is_a_case after update of ticket_id on refund_request for each row
  when (new.ticket_id is not null) execute function case_of_dispute('refund');

create function case_of_application() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into moderation_case
        (id, kind, application_id, subject_id, created_at, due_at, status, decided_at, decided_by, text)
      values (new.id, 'application', new.id, new.mentor_id, new.submitted_at,
        new.submitted_at + interval '5 days',
        case new.status when 'received' then 'open' else 'decided' end,
        case when new.status <> 'received' then coalesce(new.decided_at, new.submitted_at) end,
        new.decided_by,
        coalesce(new.reason, ''));
  else
    update moderation_case set status = 'decided', decided_at = new.decided_at, decided_by = new.decided_by,
        text = coalesce(new.reason, ''), claimed_by = null, claimed_until = null
      where application_id = new.id and status = 'open';
  end if;
  return null;
end $$;
create trigger application_is_a_case after insert on application
  for each row execute function case_of_application();
create trigger application_decides_case after update of status on application for each row
  when (old.status = 'received' and new.status <> 'received') execute function case_of_application();

-- The way of an application that is being read; what is decided says its status.
alter table application
  add column stage text not null default 'received',
  add column accepted_on_probation boolean not null default false;
alter table application add constraint application_stage
  check (stage in ('received', 'in_review', 'info_wanted', 'interview')) not valid;

-- What moderators asked of an applicant, and what was answered.
create table application_message (
  id uuid primary key,
  application_id uuid not null references application (id) on delete cascade,
  at timestamptz(3) not null,
  -- Null: the applicant.
  moderator_id uuid references account (id) on delete set null,
  is_from_applicant boolean not null,
  text text not null check (length(text) <= 4000)
);
create index application_message_application on application_message (application_id, at, id);

create table application_check (
  application_id uuid not null references application (id) on delete cascade,
  item text not null check (length(item) <= 40),
  evidence text not null check (length(evidence) <= 1000),
  moderator_id uuid references account (id) on delete set null,
  checked_at timestamptz(3) not null,
  primary key (application_id, item)
);

-- On probation since; null for who is not.
alter table mentor_profile add column probation_since timestamptz(3);

create table moderator_invitation (
  id uuid primary key,
  email text not null check (length(email) <= 254),
  token_hash bytea not null unique,
  invited_by uuid references account (id) on delete set null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create unique index moderator_invitation_email on moderator_invitation (lower(email));

-- Everything that was there before is a case, too.
insert into moderation_case
    (id, kind, ticket_id, subject_id, raiser_id, status, created_at, due_at, decided_at, decided_by, text)
  select ticket.id,
    case when exists (select from contest where contest.ticket_id = ticket.id) then 'contest'
      when exists (select from refund_request where refund_request.ticket_id = ticket.id) then 'refund'
      when ticket.raised_by is null then 'late_answers'
      when ticket.context ->> 'kind' = 'review' then 'review' else 'ticket' end,
    ticket.id, accused_id, raised_by, case when status = 'open' then 'open' else 'decided' end, created_at,
    created_at + case when exists (select from contest where contest.ticket_id = ticket.id)
        or exists (select from refund_request where refund_request.ticket_id = ticket.id)
      then interval '72 hours' else interval '30 days' end,
    decided_at, decided_by, coalesce(note, '')
  from ticket;
insert into moderation_case
    (id, kind, application_id, subject_id, status, created_at, due_at, decided_at, decided_by, text)
  select id, 'application', id, mentor_id, case when status = 'received' then 'open' else 'decided' end,
    submitted_at, submitted_at + interval '5 days', decided_at, decided_by, coalesce(reason, '')
  from application;
-- By the log, the last block of each.
insert into sanction (id, account_id, kind, moderator_id, text, started_at)
  select gen_random_uuid(), account.id, 'block', act.moderator_id, coalesce(act.note, ''),
    coalesce(act.created_at, product_now())
  from account
  left join lateral (select moderator_id, note, created_at from audit_entry
    where subject_id = account.id and action = 'block' order by created_at desc limit 1) as act on true
  where account.is_blocked;
