-- When whoever had signed in before lost their say: marks of known devices from before it count for nothing.
alter table account add column devices_trusted_since timestamptz(3);
