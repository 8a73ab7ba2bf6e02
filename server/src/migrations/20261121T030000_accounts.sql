-- One account a person and role; what belongs to a role stands beside it.
create table account (
  id uuid primary key,
  role text not null check (role in ('mentee', 'mentor', 'moderator')),
  email text not null check (length(email) <= 254),
  first_name text not null check (length(first_name) between 1 and 80),
  last_name text not null check (length(last_name) between 0 and 80),
  phone text check (length(phone) <= 20),
  password_hash text,
  profile_image_url text check (length(profile_image_url) <= 500),
  about text check (length(about) <= 5000),
  interests text[] not null default '{}',
  time_zone text check (length(time_zone) <= 64),
  locale text check (length(locale) <= 35),
  is_email_verified boolean not null default false,
  is_blocked boolean not null default false,
  last_seen_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  unique (id, role)
);
create unique index account_role_email on account (role, lower(email));
create index account_role_created on account (role, created_at desc, id desc);

-- The row is the authority of a login session: without it no token of its family works.
create table login_session (
  id uuid primary key,
  account_id uuid not null references account (id) on delete cascade,
  token_hash bytea not null,
  generation integer not null default 1,
  -- When the newest generations were superseded, newest last: racing tabs may still use those for a moment.
  superseded_at timestamptz(3)[] not null default '{}',
  device text not null default '' check (length(device) <= 300),
  created_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index login_session_account on login_session (account_id);
create index login_session_expiry on login_session (expires_at);

-- Kept for as long as an access token may live, so that a process that starts or reconnects
-- knows what was revoked while it was not listening.
create table revoked_session (
  session_id uuid primary key,
  revoked_at timestamptz(3) not null default now()
);
create index revoked_session_at on revoked_session (revoked_at);

-- Whatever deletes a session (logout, block, reset, cascade) tells every process in the same transaction.
create function announce_revoked_session() returns trigger language plpgsql as $$
begin
  insert into revoked_session (session_id) values (old.id) on conflict do nothing;
  perform pg_notify('session_revoked', old.id::text);
  return old;
end $$;
create trigger login_session_revoked after delete on login_session
  for each row execute function announce_revoked_session();

create table idempotency_key (
  account_id uuid not null references account (id) on delete cascade,
  key text not null check (length(key) between 1 and 128),
  request_hash bytea not null,
  status integer,
  answer json,
  created_at timestamptz(3) not null default now(),
  primary key (account_id, key)
);
create index idempotency_key_created on idempotency_key (created_at);
