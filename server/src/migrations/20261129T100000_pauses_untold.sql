-- Both people have not been told of a pause yet: a job tells them where the process that wrote it down did not come to
-- it. False where an earlier release writes a pause down, which tells by itself.
alter table enrollment add column is_pause_untold boolean not null default false;
