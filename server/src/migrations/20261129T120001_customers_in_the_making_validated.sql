alter table payer validate constraint payer_is_somebody;
