-- Who a mentee is at the payment provider.
create table payer (
  account_id uuid primary key references account (id) on delete cascade,
  provider text not null check (provider in ('stripe', 'sandbox')),
  customer_id text not null unique
);

alter table checkout
  add column client_secret text,
  add column closed_at timestamptz(3);
update checkout set closed_at = coalesce(settled_at, created_at);
-- Two tabs of a pair are led to one payment: only one checkout of theirs is open.
create unique index checkout_open_pair on checkout (mentee_id, mentor_id) where closed_at is null;

-- Counts every asking of the provider before it is asked: of two answers the one asked for later counts.
create sequence reconciliation_no;

alter table enrollment
  add column reconciled_no bigint not null default 0,
  add column check_after timestamptz(3),
  add column past_due_since timestamptz(3),
  add column payment_url text,
  add column refund_due integer check (refund_due >= 0),
  add column end_reason text
    check (end_reason in ('canceled', 'unpaid', 'refunded', 'disputed', 'blocked', 'duplicate', 'left')),
  add check (end_reason is null or status = 'ended'),
  add check ((status = 'past_due') <= (past_due_since is not null));
update enrollment set check_after = period_end, end_reason = case when status = 'ended' then 'canceled' end;
alter table enrollment alter column check_after set not null;
create index enrollment_check on enrollment (check_after, id) where status <> 'ended';

alter table payment
  add column refunded_amount integer not null default 0 check (refunded_amount between 0 and amount),
  add column period_start timestamptz(3),
  add column period_end timestamptz(3);
update payment set refunded_amount = amount where status = 'refunded';

-- What was stored and not acted on, found again after a crash.
create index provider_event_open on provider_event (received_at) where handled_at is null;

-- The sandbox's books on money that went back.
create table sandbox_refund (
  reference text primary key,
  payment_id text not null,
  amount integer not null check (amount > 0)
);
create index sandbox_refund_payment on sandbox_refund (payment_id);
