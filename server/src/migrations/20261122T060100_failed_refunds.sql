-- A refund may come back from the bank days after it was made: then it is not "refunded", and somebody must know.
create table failed_refund (
  id text primary key,
  provider_charge_id text not null,
  amount integer not null check (amount > 0),
  reason text,
  noticed_at timestamptz(3) not null
);

-- A month that a credit covered is paid with nothing.
alter table payment drop constraint payment_amount_check;
alter table payment add constraint payment_amount_not_negative check (amount >= 0) not valid;
