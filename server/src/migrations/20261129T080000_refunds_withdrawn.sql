-- Rupees that a decided request had promised, until the payment was disputed: the bank decides about them instead.
alter table refund_request add column withdrawn_amount integer not null default 0 check (withdrawn_amount >= 0);
