-- Moderators look for people by a part of a name or an address, among hundreds of thousands.
create extension if not exists pg_trgm;
create index account_text on account
  using gin (lower(first_name || ' ' || last_name || ' ' || email) gin_trgm_ops);
create index account_blocked on account (role, created_at desc, id desc) where is_blocked;
