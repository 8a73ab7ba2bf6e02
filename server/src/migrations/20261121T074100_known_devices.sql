-- From where somebody has signed in before, as a person would name it: "Firefox on Windows".
create table known_device (
  account_id uuid not null references account (id) on delete cascade,
  device text not null check (length(device) <= 100),
  last_seen_at timestamptz(3) not null,
  primary key (account_id, device)
);
-- What the nightly removal of old mails looks for.
create index mail_done on mail (created_at) where sent_at is not null or failed_at is not null;
