-- outside a transaction
-- What was written to an address is asked for as it is spelled; the index by its small letters helped none of that.
drop index concurrently if exists mail_to;
create index concurrently mail_to on mail (recipient, created_at desc, id desc);
drop index concurrently if exists mail_recipient;
drop index concurrently if exists payment_enrollment;
create index concurrently payment_enrollment on payment (enrollment_id);
