-- What is still being told to a mentor's mentees, part by part: how far a telling has come commits with the notices of
-- the part, so that no mentee hears of it twice, whatever is killed in between. A row goes with its last part.
create table schedule_news (
  id bigint generated always as identity primary key,
  mentor_id uuid not null references account (id) on delete cascade,
  slot_id uuid not null,
  starts_at timestamptz(3) not null,
  change text not null,
  verb text not null,
  times integer not null check (times > 0),
  -- Who hears of it in other words.
  except_id uuid,
  -- The last one whose mentee has been told; the others began before it.
  told_enrollment_id uuid not null
);
create index schedule_news_mentor on schedule_news (mentor_id, id);
