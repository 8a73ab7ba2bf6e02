create table review (
  id uuid primary key,
  mentor_id uuid not null references mentor_profile (account_id) on delete cascade,
  mentee_id uuid not null references account (id) on delete cascade,
  rating integer not null check (rating between 1 and 5),
  text text not null check (length(text) <= 2000),
  reply text check (length(reply) <= 2000),
  created_at timestamptz(3) not null default now(),
  unique (mentor_id, mentee_id)
);
create index review_mentor on review (mentor_id, created_at desc, id desc);

-- The mean that cards show is a sum and a count, kept by whatever writes a review.
create function count_review() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update mentor_profile set rating_sum = rating_sum - old.rating, rating_count = rating_count - 1
      where account_id = old.mentor_id;
  end if;
  if tg_op <> 'DELETE' then
    update mentor_profile set rating_sum = rating_sum + new.rating, rating_count = rating_count + 1
      where account_id = new.mentor_id;
  end if;
  return null;
end $$;
create trigger review_counted after insert or update of rating or delete on review
  for each row execute function count_review();

create table ticket (
  id uuid primary key,
  raised_by uuid not null references account (id) on delete cascade,
  accused_id uuid not null references account (id) on delete cascade,
  subject text not null default '' check (length(subject) <= 200),
  content text not null check (length(content) <= 4000),
  context jsonb,
  status text not null default 'open' check (status in ('open', 'actioned', 'dismissed')),
  decided_by uuid references account (id) on delete set null,
  decided_at timestamptz(3),
  note text check (length(note) <= 2000),
  created_at timestamptz(3) not null default now(),
  check (raised_by <> accused_id),
  check ((status = 'open') = (decided_at is null))
);
create index ticket_raised_by on ticket (raised_by, created_at desc, id desc);
create index ticket_accused on ticket (accused_id, created_at desc);
create index ticket_status on ticket (status, created_at desc, id desc);

-- Mail as handed over, for the retry and for the demo's outbox page.
create table mail (
  id uuid primary key,
  recipient text not null check (length(recipient) <= 254),
  kind text not null check (length(kind) <= 60),
  subject text not null check (length(subject) <= 300),
  text text not null,
  html text not null,
  attachments jsonb not null default '[]',
  created_at timestamptz(3) not null default now(),
  sent_at timestamptz(3)
);
create index mail_recipient on mail (lower(recipient), created_at desc, id desc);
create index mail_created on mail (created_at desc, id desc);
