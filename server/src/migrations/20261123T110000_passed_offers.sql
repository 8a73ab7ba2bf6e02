-- Whether all places were taken since they joined: only then is a place that becomes free kept from those who buy.
-- The default is for those who wait already.
alter table waitlist_entry add column was_full boolean not null default true;

-- Who let an offer pass is offered none for a while.
create table passed_offer (
  mentor_id uuid not null references account (id) on delete cascade,
  mentee_id uuid not null references account (id) on delete cascade,
  passed_at timestamptz(3) not null,
  primary key (mentor_id, mentee_id)
);
create index passed_offer_mentee on passed_offer (mentee_id);
create index passed_offer_passed on passed_offer (passed_at);
