-- After a restore the provider may charge for a subscription that nothing here explains: told of once, by its id.
create table unknown_subscription (
  id text primary key,
  noticed_at timestamptz(3) not null
);
