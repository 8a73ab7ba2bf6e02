-- Whose upload a stored picture is, so that one which nobody shows any more can be found and removed.
create table picture (
  name text primary key check (name ~ '^[0-9a-f-]{36}-[0-9]{13}$'),
  account_id uuid not null references account (id) on delete cascade,
  created_at timestamptz(3) not null,
  -- Set before its files go: an address that is being removed is not taken for a profile again.
  removed_at timestamptz(3)
);
create index picture_created on picture (created_at);
create index account_profile_image on account (profile_image_url) where profile_image_url is not null;
