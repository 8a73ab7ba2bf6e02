-- Moderators are mailed about what waits for them, unless they switch that off.
alter table preference add column email_cases boolean not null default true;
