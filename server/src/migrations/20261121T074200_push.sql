-- A browser that takes notices for somebody. It belongs to the session that asked for it: signing out,
-- a block and a reset end it with the session, whatever the code does. Of one role of a browser the
-- last to ask has it, so that nobody sees the notices of who used it before.
create table push_subscription (
  endpoint text not null check (length(endpoint) <= 1000),
  role text not null check (role in ('mentee', 'mentor')),
  account_id uuid not null references account (id) on delete cascade,
  session_id uuid not null references login_session (id) on delete cascade,
  p256dh text not null check (length(p256dh) <= 200),
  auth text not null check (length(auth) <= 100),
  created_at timestamptz(3) not null,
  primary key (endpoint, role)
);
create index push_subscription_account on push_subscription (account_id);
create index push_subscription_session on push_subscription (session_id);
