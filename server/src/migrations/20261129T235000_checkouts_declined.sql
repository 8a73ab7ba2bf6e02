-- How many cards were declined in a payment form of a client's own. Of a checkout on the provider's page it stays 0: there
-- the provider itself stands between a stranger and a list of stolen cards.
alter table checkout add column declined integer not null default 0;
