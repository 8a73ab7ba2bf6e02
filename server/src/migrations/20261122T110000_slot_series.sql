-- What was published at once by a repetition: it can be changed or deleted from one of its slots on.
alter table slot add column series_id uuid;
