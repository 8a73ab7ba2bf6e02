-- Mail over SMTP: who is sending it now, until when it is worth sending, and what became of it.
alter table mail
  -- A sender claims the mail for this long; a claim left behind by a crash runs out.
  add column claimed_until timestamptz(3),
  add column useful_until timestamptz(3),
  add column failed_at timestamptz(3),
  add column failure text check (length(failure) <= 500),
  add column unsubscribe_url text check (length(unsubscribe_url) <= 500);
create index mail_left_behind on mail (claimed_until) where sent_at is null and failed_at is null;

-- Calendar programs take an invitation or a cancellation only with a higher SEQUENCE than the last one.
alter table slot add column calendar_sequence integer not null default 0;
create function raise_calendar_sequence() returns trigger language plpgsql as $$
begin
  new.calendar_sequence := old.calendar_sequence + 1;
  return new;
end $$;
create trigger slot_calendar_sequence before update on slot for each row
  when ((old.status, old.mentee_id, old.starts_at, old.ends_at)
    is distinct from (new.status, new.mentee_id, new.starts_at, new.ends_at))
  execute function raise_calendar_sequence();
-- What the reminder job looks for each minute.
create index slot_booked_start on slot (starts_at) where status = 'booked';

-- The row decides: whoever inserts it sends the reminder. A slot booked anew gets new ones.
create table reminder (
  slot_id uuid not null references slot (id) on delete cascade,
  account_id uuid not null references account (id) on delete cascade,
  hours_before integer not null check (hours_before in (1, 24)),
  booked_at timestamptz(3) not null,
  sent_at timestamptz(3) not null,
  primary key (slot_id, account_id, hours_before, booked_at)
);

-- When somebody was last mailed about unread messages of a conversation, and up to which one.
create table unread_mail (
  conversation_id uuid not null references conversation (id) on delete cascade,
  account_id uuid not null references account (id) on delete cascade,
  seq integer not null,
  sent_at timestamptz(3) not null,
  primary key (conversation_id, account_id)
);
create index conversation_updated on conversation (updated_at);

-- Who somebody is at an identity provider. The subject stays the same when the address there changes.
create table identity (
  issuer text not null check (length(issuer) <= 300),
  subject text not null check (length(subject) <= 255),
  account_id uuid not null references account (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (issuer, subject)
);
create index identity_account on identity (account_id);
