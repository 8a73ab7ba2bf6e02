-- A mailbox may have an account of each role, and of people who only say that it is theirs: what is exported and erased
-- with an account is what was written to that account. Null for contact messages and invitations, and before this.
alter table mail add column account_id uuid;
