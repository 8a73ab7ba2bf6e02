-- When a mentor can be had, and for how many mentees: hours of each week with exceptions, which a job lays out as slots.
-- Hours are of the clock of `time_zone`; their shape is the contract's.
create table availability (
  mentor_id uuid primary key references account (id) on delete cascade,
  time_zone text not null,
  weekly jsonb not null,
  overrides jsonb not null,
  session_minutes integer not null check (session_minutes in (30, 60)),
  buffer_minutes integer not null check (buffer_minutes between 0 and 30),
  notice_hours integer not null check (notice_hours between 0 and 72),
  horizon_days integer not null check (horizon_days between 7 and 60),
  max_per_day integer check (max_per_day > 0),
  max_per_week integer check (max_per_week > 0),
  -- Places for mentees; null: as many as come.
  capacity integer check (capacity >= 0),
  saved_at timestamptz(3) not null,
  laid_out_at timestamptz(3),
  -- With each day of the zone the horizon moves on by one.
  next_layout_at timestamptz(3) not null
);
create index availability_next_layout on availability (next_layout_at);
create index availability_notice on availability (mentor_id) where notice_hours > 0;

-- Laid out: made from weekly hours, and theirs to take away again while it is open.
-- Hidden: open, and under a time in which another calendar says that the mentor is busy.
alter table slot
  add column is_laid_out boolean not null default false,
  add column is_hidden boolean not null default false;

-- A slot made by hand comes before those that were laid out, with the buffer around it. The lock lets the layout and
-- this follow each other, so that neither adds what the other has not seen.
create function make_way_for_slot() returns trigger language plpgsql as $$
declare
  buffer interval;
begin
  select make_interval(mins => buffer_minutes) into buffer
    from availability where mentor_id = new.mentor_id for share;
  if found then
    delete from slot
    where mentor_id = new.mentor_id and is_laid_out and status = 'open' and id <> new.id
      and starts_at < new.ends_at + buffer and ends_at > new.starts_at - buffer;
  end if;
  return new;
end $$;
create trigger slot_makes_way before insert on slot for each row
  when (not new.is_laid_out and new.status <> 'cancelled') execute function make_way_for_slot();
-- A booked session that both moved to another time.
create trigger slot_makes_way_moved before update of starts_at, ends_at on slot for each row
  when (new.status <> 'cancelled') execute function make_way_for_slot();

-- Another calendar of a mentor, read again and again. The address is a secret and is kept encrypted.
create table busy_feed (
  id uuid primary key,
  mentor_id uuid not null references account (id) on delete cascade,
  -- At most three of one mentor.
  place smallint not null check (place between 1 and 3),
  url_encrypted bytea not null,
  url_hash bytea not null,
  host text not null check (length(host) <= 255),
  etag text check (length(etag) <= 500),
  -- Until then a calendar that has not changed is not read again; after it the days ahead have moved on.
  etag_until timestamptz(3),
  created_at timestamptz(3) not null,
  read_at timestamptz(3),
  failure text check (length(failure) <= 500),
  read_again_at timestamptz(3) not null,
  unique (mentor_id, place),
  unique (mentor_id, url_hash)
);
create index busy_feed_due on busy_feed (read_again_at);

create table busy_time (
  feed_id uuid not null references busy_feed (id) on delete cascade,
  mentor_id uuid not null references account (id) on delete cascade,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null check (ends_at > starts_at)
);
create index busy_time_feed on busy_time (feed_id);
create index busy_time_mentor on busy_time (mentor_id, starts_at);

-- Who waits for a place, in the order in which they came; a place that is offered is kept for them until then.
create table waitlist_entry (
  mentor_id uuid not null references account (id) on delete cascade,
  mentee_id uuid not null references account (id) on delete cascade,
  joined_at timestamptz(3) not null,
  number bigint generated always as identity,
  offered_until timestamptz(3),
  primary key (mentor_id, mentee_id)
);
create index waitlist_entry_order on waitlist_entry (mentor_id, number);
create index waitlist_entry_mentee on waitlist_entry (mentee_id);
create index waitlist_entry_offered on waitlist_entry (offered_until) where offered_until is not null;

-- A checkout keeps a place while it is being paid for.
alter table checkout add column place_until timestamptz(3);

create table time_request (
  id uuid primary key,
  mentor_id uuid not null references account (id) on delete cascade,
  mentee_id uuid not null references account (id) on delete cascade,
  starts timestamptz(3)[] not null check (cardinality(starts) between 1 and 3),
  minutes integer not null check (minutes in (30, 60)),
  text text not null default '' check (length(text) <= 500),
  status text not null default 'open' check (status in ('open', 'accepted', 'declined', 'void')),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  decided_at timestamptz(3),
  slot_id uuid references slot (id) on delete set null,
  check ((status = 'open') = (decided_at is null))
);
create unique index time_request_open on time_request (mentee_id, mentor_id) where status = 'open';
create index time_request_mentor on time_request (mentor_id, created_at desc);
create index time_request_mentee on time_request (mentee_id, created_at desc);
create index time_request_due on time_request (expires_at) where status = 'open';

-- When the mentor's mentees were told of it, once.
alter table vacation add column told_at timestamptz(3);

-- Paid when the last place was taken already: the money goes back.
alter table enrollment drop constraint enrollment_end_reason_check;
alter table enrollment add constraint enrollment_end_reason_check
  check (end_reason in ('canceled', 'unpaid', 'refunded', 'disputed', 'blocked', 'duplicate', 'left', 'full')) not valid;
