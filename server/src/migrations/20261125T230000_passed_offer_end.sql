-- Who paid while a place was offered has it, also when we hear of it after the offer was taken back.
alter table passed_offer add column offered_until timestamptz(3);
