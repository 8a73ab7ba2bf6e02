-- Mentors are mailed about reviews, unless they switch that off.
alter table preference add column email_reviews boolean not null default true;
