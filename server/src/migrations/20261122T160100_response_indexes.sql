-- outside a transaction
drop index concurrently if exists conversation_answer_step;
create index concurrently conversation_answer_step on conversation (answer_step_at) where answer_step_at is not null;
alter table conversation validate constraint conversation_waiting;
alter table mentor_profile validate constraint mentor_profile_response;
