-- When the product began to close it at the provider, for another one: what is paid for it in that moment goes back.
alter table checkout add column given_up_at timestamptz(3);
