-- Of two moderators who settle one, the second reads who was first. Those settled before do not say.
alter table failed_refund add column settled_by uuid;
alter table failed_refund add constraint failed_refund_settled_by
  foreign key (settled_by) references account (id) on delete set null not valid;
