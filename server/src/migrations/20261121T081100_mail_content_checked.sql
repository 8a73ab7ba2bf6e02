-- outside a transaction
alter table mail validate constraint mail_drawn_or_not;
alter table mail validate constraint mail_drawn_when_claimed;
