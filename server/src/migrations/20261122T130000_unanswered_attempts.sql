-- An attempt that nobody answered has not failed, and is looked for first all the same.
alter table provider_attempt drop constraint provider_attempt_failed_check;
alter table provider_attempt add constraint provider_attempt_failed_not_negative check (failed >= 0) not valid;
