-- One that has not begun stays with no length, one that has begun ends now: deleted, it would leave no trace by which the
-- clocks that it had moved are found.
create or replace function end_response_standstill(kind_ended text, reference_ended uuid) returns void language plpgsql as $$
begin
  update response_standstill set ends_at = greatest(starts_at, product_now()), is_applied = false
    where reference = reference_ended and kind = kind_ended
      and (ends_at is null or ends_at > greatest(starts_at, product_now()));
end $$;

-- What was deleted so until now is not known any more, but every clock that something has moved is: each of them is
-- reckoned anew, once, by the sweep. A standstill of this kind moves none itself.
-- safe: adds rows of its own, one for each question that waits with moved deadlines, and changes none of others
insert into response_standstill (mentor_id, mentee_id, kind, reference, starts_at, ends_at)
  select mentor_id, mentee_id, 'end', id, product_now(), product_now()
  from conversation
  where waiting_since is not null
    and (answer_due_at is distinct from waiting_since + interval '24 hours'
      or refundable_from is distinct from silent_since + interval '168 hours');
