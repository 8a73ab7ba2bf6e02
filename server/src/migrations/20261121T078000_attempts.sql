-- How often something has been tried that must not be guessed, over all processes. Keys are hashes,
-- rows last as long as their window. Not logged: after a crash of the database counting begins anew.
create unlogged table attempt (
  key_hash bytea primary key,
  used integer not null,
  expires_at timestamptz(3) not null
);
create index attempt_expiry on attempt (expires_at);
