-- When the last card was declined: a form may be opened long before.
alter table checkout add column declined_at timestamptz(3);
-- What a mentor changed into since `known_as`, the last being what they are now.
alter table mentor_profile add column changed_to text[] not null default '{}';
