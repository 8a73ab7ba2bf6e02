create table conversation (
  id uuid primary key,
  mentee_id uuid not null references account (id) on delete cascade,
  mentor_id uuid not null references account (id) on delete cascade,
  last_seq integer not null default 0 check (last_seq >= 0),
  mentee_read_seq integer not null default 0,
  mentor_read_seq integer not null default 0,
  updated_at timestamptz(3) not null default now(),
  unique (mentee_id, mentor_id)
);
create index conversation_mentee on conversation (mentee_id, updated_at desc, id desc);
create index conversation_mentor on conversation (mentor_id, updated_at desc, id desc);

create table message (
  id uuid primary key,
  conversation_id uuid not null references conversation (id) on delete cascade,
  seq integer not null check (seq >= 1),
  sender_id uuid not null references account (id) on delete cascade,
  sender_type text not null check (sender_type in ('mentee', 'mentor')),
  body text not null check (length(body) between 1 and 8000),
  masked boolean not null default false,
  client_message_id text check (length(client_message_id) between 1 and 64),
  created_at timestamptz(3) not null default now(),
  constraint message_seq unique (conversation_id, seq),
  constraint message_client_id unique (sender_id, client_message_id)
);

create table notification (
  id uuid primary key,
  account_id uuid not null references account (id) on delete cascade,
  type text not null check (type in ('message', 'alert')),
  content text not null check (length(content) <= 1000),
  is_read boolean not null default false,
  conversation_id uuid references conversation (id) on delete cascade,
  link text check (length(link) <= 500),
  created_at timestamptz(3) not null default now()
);
create index notification_account on notification (account_id, created_at desc, id desc);
create index notification_unread on notification (account_id) where not is_read;
