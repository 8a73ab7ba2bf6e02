-- A checkout as we opened it: what was asked of the provider, and for whom.
create table checkout (
  id uuid primary key,
  mentee_id uuid not null references account (id) on delete cascade,
  mentor_id uuid not null references account (id) on delete cascade,
  price_id text not null,
  amount integer not null check (amount > 0),
  provider text not null check (provider in ('stripe', 'sandbox')),
  provider_checkout_id text unique,
  url text,
  created_at timestamptz(3) not null default now(),
  settled_at timestamptz(3)
);
create index checkout_pair on checkout (mentee_id, mentor_id, created_at desc);

create table enrollment (
  id uuid primary key,
  mentee_id uuid not null references account (id) on delete cascade,
  mentor_id uuid not null references account (id) on delete cascade,
  status text not null check (status in ('active', 'past_due', 'ending', 'ended')),
  provider text not null check (provider in ('stripe', 'sandbox')),
  provider_subscription_id text not null unique,
  price_id text not null,
  amount integer not null check (amount > 0),
  started_at timestamptz(3) not null,
  period_no integer not null default 1 check (period_no >= 1),
  period_start timestamptz(3) not null,
  period_end timestamptz(3) not null check (period_end > period_start),
  calls_used integer not null default 0 check (calls_used between 0 and 4),
  ended_at timestamptz(3),
  check ((status = 'ended') = (ended_at is not null))
);
-- A pair cannot pay twice at the same time.
create unique index enrollment_live_pair on enrollment (mentee_id, mentor_id) where status <> 'ended';
create index enrollment_mentee on enrollment (mentee_id, started_at desc, id desc);
create index enrollment_mentor on enrollment (mentor_id, started_at desc, id desc);
create index enrollment_started on enrollment (started_at);

-- Stored before it is acted on; a repeated event is the same row.
create table provider_event (
  id text primary key check (length(id) <= 200),
  provider text not null,
  type text not null,
  payload jsonb not null,
  received_at timestamptz(3) not null default now(),
  handled_at timestamptz(3)
);

-- The sandbox provider's own books: what Stripe would keep on its side.
create table sandbox_price (
  id text primary key,
  mentor_id uuid not null,
  amount integer not null check (amount > 0),
  created_at timestamptz(3) not null default now()
);
create table sandbox_subscription (
  id text primary key,
  price_id text not null references sandbox_price (id),
  status text not null check (status in ('active', 'canceled')),
  cancel_at_period_end boolean not null default false,
  started_at timestamptz(3) not null,
  period_start timestamptz(3) not null,
  period_end timestamptz(3) not null
);
create table sandbox_checkout (
  id text primary key,
  reference text not null,
  price_id text not null references sandbox_price (id),
  status text not null default 'open' check (status in ('open', 'paid', 'declined', 'canceled')),
  success_url text not null,
  cancel_url text not null,
  subscription_id text unique references sandbox_subscription (id),
  created_at timestamptz(3) not null default now(),
  check ((status = 'paid') = (subscription_id is not null))
);
