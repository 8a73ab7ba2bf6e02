create table mentor_profile (
  account_id uuid primary key,
  role text not null default 'mentor' check (role = 'mentor'),
  status text not null default 'applied' check (status in ('applied', 'accepted', 'rejected')),
  job_title text not null check (length(job_title) <= 120),
  firm_name text not null check (length(firm_name) <= 120),
  short_bio text check (length(short_bio) <= 200),
  bio text not null check (length(bio) <= 5000),
  location text check (length(location) <= 120),
  educational_qualification text not null check (length(educational_qualification) <= 300),
  hourly_rate integer not null check (hourly_rate between 1 and 100000),
  -- Null means four times the hourly rate.
  monthly_fee_set integer check (monthly_fee_set between 1 and 1000000),
  monthly_fee integer generated always as (coalesce(monthly_fee_set, 4 * hourly_rate)) stored,
  expertise text[] not null check (cardinality(expertise) between 1 and 30),
  languages text[] not null default '{}' check (cardinality(languages) <= 20),
  website text check (length(website) <= 300),
  twitter_url text check (length(twitter_url) <= 300),
  linked_in_url text check (length(linked_in_url) <= 300),
  price_id text unique,
  -- What price_id charges, in rupees; a new fee needs a new price.
  price_amount integer,
  accepted_at timestamptz(3),
  rating_sum integer not null default 0,
  rating_count integer not null default 0 check (rating_count >= 0),
  foreign key (account_id, role) references account (id, role) on delete cascade,
  check (status <> 'accepted' or accepted_at is not null)
);

create table application (
  id uuid primary key,
  mentor_id uuid not null references mentor_profile (account_id) on delete cascade,
  status text not null default 'received' check (status in ('received', 'accepted', 'rejected')),
  attempt integer not null default 1,
  token_hash bytea not null unique,
  reason text check (length(reason) <= 2000),
  submitted_at timestamptz(3) not null default now(),
  decided_at timestamptz(3),
  decided_by uuid references account (id) on delete set null,
  check ((status = 'received') = (decided_at is null))
);
create unique index application_open on application (mentor_id) where status = 'received';
create index application_queue on application (submitted_at, id) where status = 'received';

-- One narrow row a listed mentor, written by the transaction that changes the mentor.
create table mentor_search (
  mentor_id uuid primary key references mentor_profile (account_id) on delete cascade,
  document tsvector not null,
  hourly_rate integer not null,
  rating numeric(3, 2),
  rating_count integer not null,
  quality real not null,
  next_available_at timestamptz(3),
  languages text[] not null,
  location text,
  listed_at timestamptz(3) not null
);
create index mentor_search_document on mentor_search using gin (document);
create index mentor_search_quality on mentor_search (quality desc, mentor_id);
create index mentor_search_rate on mentor_search (hourly_rate, mentor_id);
create index mentor_search_rating on mentor_search (rating desc nulls last, mentor_id);
create index mentor_search_listed on mentor_search (listed_at desc, mentor_id);

create table audit_entry (
  id uuid primary key,
  moderator_id uuid references account (id) on delete set null,
  action text not null check (length(action) <= 60),
  subject_id uuid not null,
  note text check (length(note) <= 2000),
  created_at timestamptz(3) not null default now()
);
create index audit_entry_created on audit_entry (created_at desc, id desc);
create index audit_entry_subject on audit_entry (subject_id, created_at desc);

-- What was done stays written: only the name may go, with an erased account.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.moderator_id is null
     and (new.id, new.action, new.subject_id, new.created_at) = (old.id, old.action, old.subject_id, old.created_at)
     and new.note is not distinct from old.note then
    return new;
  end if;
  raise exception 'the audit log is append-only';
end $$;
create trigger audit_entry_append_only before update or delete on audit_entry
  for each row execute function refuse_audit_change();
