-- When both people were told of a pause: a job tells them where the process that wrote it down did not come to it.
alter table enrollment add column pause_told_at timestamptz(3);
