-- Which versions of terms and privacy somebody agreed to when they signed up, and when. Null for those from before.
alter table account
  add column consent_version text,
  add column consented_at timestamptz(3);
