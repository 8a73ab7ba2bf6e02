-- outside a transaction
-- By which moderators look for people and subjects, word by word.
drop index concurrently if exists account_words;
create index concurrently account_words on account using gin
  (to_tsvector('simple', translate(first_name || ' ' || last_name || ' ' || email, '@._+-', '     ')));
drop index concurrently if exists ticket_subject_words;
create index concurrently ticket_subject_words on ticket using gin (to_tsvector('simple', subject));
alter table application validate constraint application_stage;
