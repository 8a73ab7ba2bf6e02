-- A recipient gets so many mails of a kind in an hour. `allowed_at`: counted, and let through. `held_at`: beyond it, and
-- told by the mail `digest_id` (not a reference: either may be a month old before the other).
alter table mail
  add column allowed_at timestamptz(3),
  add column held_at timestamptz(3),
  add column digest_id uuid;
