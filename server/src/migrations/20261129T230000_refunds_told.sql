-- When moderators were told that a refund has not gone through for days, which they are once.
alter table refund add column moderators_told_at timestamptz(3);
