-- Mentors that a mentee has put aside for later. Who is erased takes them along, on either side.
create table favourite (
  mentee_id uuid not null references account (id) on delete cascade,
  mentor_id uuid not null references account (id) on delete cascade,
  added_at timestamptz(3) not null,
  primary key (mentee_id, mentor_id)
);
create index favourite_mentor on favourite (mentor_id);
