-- A credit that lapsed is refunded, at most once, where a refund request that was open by then is granted, or where it
-- turns out that the mentor was not there. One that was refunded stays so, and none of both is ever used again.
create or replace function check_session_credit() returns trigger language plpgsql as $$
begin
  if old.status in ('lapsed', 'refunded') and new.status <> old.status
     and not (old.status = 'lapsed' and new.status = 'refunded'
       and (old.because = 'missed_by_both' or new.because = 'refund_granted')) then
    raise exception 'a session credit that is % cannot become %', old.status, new.status
      using errcode = 'check_violation', constraint = 'session_credit_transition';
  end if;
  if (new.id, new.enrollment_id, new.is_of_period, new.price, new.granted_at)
     is distinct from (old.id, old.enrollment_id, old.is_of_period, old.price, old.granted_at) then
    raise exception 'what a session credit is does not change'
      using errcode = 'check_violation', constraint = 'session_credit_identity';
  end if;
  return new;
end $$;
