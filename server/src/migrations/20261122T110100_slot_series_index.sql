-- outside a transaction
drop index concurrently if exists slot_series;
create index concurrently slot_series on slot (series_id, starts_at) where series_id is not null;
