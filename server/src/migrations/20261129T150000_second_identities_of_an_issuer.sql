-- An account had two identities of one issuer where the second had come by the address alone. The first stays.
-- safe: such are few, as a second needs another person or account at the issuer with the same address
delete from identity as later
using identity as earlier
where earlier.account_id = later.account_id and earlier.issuer = later.issuer
  and (earlier.created_at, earlier.subject) < (later.created_at, later.subject);
