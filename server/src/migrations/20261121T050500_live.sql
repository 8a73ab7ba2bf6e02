-- A stay in a live room, by the server's clock. `seen_at` stands in for `left_at` after a crash.
create table live_stay (
  id uuid primary key,
  slot_id uuid not null references slot (id) on delete cascade,
  account_id uuid not null references account (id) on delete cascade,
  connection_id text not null check (length(connection_id) <= 64),
  joined_at timestamptz(3) not null,
  seen_at timestamptz(3) not null,
  left_at timestamptz(3),
  check (left_at is null or left_at >= joined_at)
);
-- A person is in a room once, whatever the number of tabs.
create unique index live_stay_open on live_stay (slot_id, account_id) where left_at is null;
create index live_stay_slot on live_stay (slot_id, joined_at);
create index live_stay_account on live_stay (account_id);

create table live_notes (
  slot_id uuid primary key references slot (id) on delete cascade,
  text text not null check (length(text) <= 20000),
  version integer not null check (version >= 1),
  updated_at timestamptz(3) not null
);

create index slot_booked_end on slot (ends_at) where status = 'booked';

-- An intro call that the mentor did not come to may be booked again.
drop index slot_intro_pair;
create unique index slot_intro_pair on slot (mentee_id, mentor_id)
  where type = 'intro' and (status in ('booked', 'completed') or (status = 'missed' and missed_by <> 'mentor'));
