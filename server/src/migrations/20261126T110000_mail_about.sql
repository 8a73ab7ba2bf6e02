-- What a mail is about, such as one booking: of such mails none overtakes an earlier one that is held back.
alter table mail add column about text;
