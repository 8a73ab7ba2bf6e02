-- Two-step sign-in: the secret is sealed by a key that is not in the database.
create table totp (
  account_id uuid primary key references account (id) on delete cascade,
  sealed_secret bytea not null,
  -- Null: shown to the person, not yet proven by a code.
  confirmed_at timestamptz(3),
  -- The newest time step that was used: a code works once.
  last_step bigint not null default 0,
  created_at timestamptz(3) not null
);
create table backup_code (
  account_id uuid not null references account (id) on delete cascade,
  code_hash bytea not null,
  primary key (account_id, code_hash)
);
