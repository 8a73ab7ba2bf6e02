-- Codes that prove an address: spent before they are compared, five tries, ten minutes.
create table one_time_code (
  account_id uuid not null references account (id) on delete cascade,
  purpose text not null check (purpose in ('reset', 'delete')),
  code_hash bytea not null,
  tries integer not null default 0 check (tries between 0 and 5),
  expires_at timestamptz(3) not null,
  -- How many were mailed since window_start: a new code must not buy unlimited tries.
  sent_count integer not null default 1,
  window_start timestamptz(3) not null,
  primary key (account_id, purpose)
);

create table email_verification (
  token_hash bytea primary key,
  account_id uuid not null references account (id) on delete cascade,
  email text not null,
  expires_at timestamptz(3) not null
);
create index email_verification_account on email_verification (account_id);

create table preference (
  account_id uuid primary key references account (id) on delete cascade,
  email_messages boolean not null default true,
  email_bookings boolean not null default true,
  email_reminders boolean not null default true,
  email_payments boolean not null default true,
  push_messages boolean not null default false,
  push_reminders boolean not null default false
);

create table blocked_person (
  account_id uuid not null references account (id) on delete cascade,
  person_id uuid not null references account (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (account_id, person_id),
  check (account_id <> person_id)
);
create index blocked_person_person on blocked_person (person_id);

alter table account
  -- Renewing the calendar's secret address is counting this up.
  add column calendar_generation integer not null default 1,
  add column deleted_at timestamptz(3);

alter table mentor_profile drop constraint mentor_profile_status_check;
alter table mentor_profile add constraint mentor_profile_status_check
  check (status in ('applied', 'accepted', 'rejected', 'closed'));

-- One free intro call a pair.
create unique index slot_intro_pair on slot (mentee_id, mentor_id)
  where type = 'intro' and status in ('booked', 'completed', 'missed');

create table payment (
  id uuid primary key,
  enrollment_id uuid references enrollment (id) on delete set null,
  mentee_id uuid not null references account (id) on delete cascade,
  mentor_id uuid not null references account (id) on delete cascade,
  amount integer not null check (amount > 0),
  status text not null check (status in ('paid', 'refunded', 'failed')),
  -- The provider's id of what was charged: one charge is one row.
  provider_charge_id text not null unique,
  receipt_url text,
  paid_at timestamptz(3) not null
);
create index payment_mentee on payment (mentee_id, paid_at desc, id desc);

create table community_room (
  mentor_id uuid primary key references account (id) on delete cascade,
  last_seq integer not null default 0 check (last_seq >= 0)
);
create table community_message (
  id uuid primary key,
  mentor_id uuid not null references community_room (mentor_id) on delete cascade,
  seq integer not null check (seq >= 1),
  sender_id uuid not null references account (id) on delete cascade,
  sender_type text not null check (sender_type in ('mentee', 'mentor')),
  body text not null check (length(body) <= 8000),
  is_deleted boolean not null default false,
  client_message_id text check (length(client_message_id) between 1 and 64),
  created_at timestamptz(3) not null default now(),
  constraint community_message_seq unique (mentor_id, seq),
  constraint community_message_client_id unique (sender_id, client_message_id)
);
create table community_read (
  mentor_id uuid not null references community_room (mentor_id) on delete cascade,
  account_id uuid not null references account (id) on delete cascade,
  seq integer not null,
  primary key (mentor_id, account_id)
);
