-- Those that were disputed before payments said so: their end does.
-- safe: disputed payments are few, and their subscriptions are over
update payment set is_disputed = true
where id in (
  select distinct on (payment.enrollment_id) payment.id
  from payment join enrollment on enrollment.id = payment.enrollment_id
  where enrollment.end_reason = 'disputed' and payment.status = 'paid'
  order by payment.enrollment_id, payment.paid_at desc
);
