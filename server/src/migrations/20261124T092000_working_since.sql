-- The year, not the years: these would be wrong with the next one.
alter table mentor_profile add column working_since smallint check (working_since between 1950 and 2200);
