-- outside a transaction
drop index concurrently if exists sanction_replaced_by;
create index concurrently sanction_replaced_by on sanction (replaced_by) where replaced_by is not null;
