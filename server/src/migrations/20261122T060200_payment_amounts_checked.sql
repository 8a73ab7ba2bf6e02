-- outside a transaction
alter table payment validate constraint payment_amount_not_negative;
