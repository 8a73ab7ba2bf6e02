create extension if not exists btree_gist;

create table slot (
  id uuid primary key,
  mentor_id uuid not null references account (id) on delete cascade,
  mentee_id uuid references account (id) on delete cascade,
  type text not null check (type in ('session', 'intro')),
  status text not null default 'open' check (status in ('open', 'booked', 'completed', 'missed', 'cancelled')),
  missed_by text check (missed_by in ('mentee', 'mentor', 'both')),
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  mentor_preferences text not null default '' check (length(mentor_preferences) <= 120),
  mentor_description text not null default '' check (length(mentor_description) <= 2000),
  topic text check (length(topic) <= 120),
  topic_description text check (length(topic_description) <= 2000),
  -- Which enrollment, and which of its periods, paid for the booking; null for intro calls.
  enrollment_id uuid references enrollment (id) on delete set null,
  charged_period integer,
  created_at timestamptz(3) not null default now(),
  booked_at timestamptz(3),
  cancelled_at timestamptz(3),
  check (ends_at > starts_at),
  check (ends_at - starts_at <= interval '60 minutes'),
  check (type <> 'intro' or ends_at - starts_at = interval '20 minutes'),
  -- Booked if and only if there is a mentee; a cancelled one remembers whom it was taken from.
  check ((status = 'open') = (mentee_id is null)),
  check ((status = 'missed') = (missed_by is not null)),
  constraint slot_mentor_overlap exclude using gist (
    mentor_id with =, tstzrange(starts_at, ends_at) with &&) where (status <> 'cancelled'),
  constraint slot_mentee_overlap exclude using gist (
    mentee_id with =, tstzrange(starts_at, ends_at) with &&) where (status = 'booked')
);
create index slot_mentor_start on slot (mentor_id, starts_at, id);
create index slot_mentee_start on slot (mentee_id, starts_at, id) where mentee_id is not null;
create index slot_open_start on slot (mentor_id, starts_at) where status = 'open';
