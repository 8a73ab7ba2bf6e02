-- A sanction that takes the place of an earlier one ends it, but does not forget it: lifting one of the two leaves the
-- other as it would be by itself. No foreign key: an account's sanctions go together.
alter table sanction add column replaced_by uuid;
-- Its end by its own days, before that of one whose place it took; null for those without an end, and before this.
alter table sanction add column own_ends_at timestamptz(3);
