-- When a refund that came back was paid another way; who did it, and how, stands in the audit log.
alter table failed_refund add column settled_at timestamptz(3);
