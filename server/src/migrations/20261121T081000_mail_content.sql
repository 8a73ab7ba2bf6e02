-- What a mail says, until it is drawn: the job that sends it makes text and HTML of it, not the transaction that
-- writes it. A release that knows only drawn mails writes both still, and reads rows that nobody has drawn as empty.
alter table mail add column content jsonb;
alter table mail alter column text drop not null;
alter table mail alter column html drop not null;
alter table mail
  add constraint mail_drawn_or_not check ((content is null) = (text is not null and html is not null)) not valid,
  -- Drawn before it is claimed: so such a release, which sends again what was left behind, finds nothing it cannot send.
  add constraint mail_drawn_when_claimed check (claimed_until is null or content is null) not valid;
