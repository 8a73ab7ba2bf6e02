-- What a bank takes back on somebody's word cannot go back once more.
alter table payment add column is_disputed boolean not null default false;
