-- outside a transaction
-- Late answers that no case holds: asked for with each sweep, of the last 30 days.
drop index concurrently if exists response_notification_in_no_case;
create index concurrently response_notification_in_no_case on response_notification (sent_at, mentor_id)
  where kind = 'late' and ticket_id is null;
