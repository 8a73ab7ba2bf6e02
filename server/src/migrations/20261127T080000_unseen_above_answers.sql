-- As before, but for the notifications of an answer whose writer had not seen all that stands above it.
-- Writes what was decided from rows that were read just before, without a lock. Nothing is written, and null comes back,
-- where a session has ended, or a conversation has changed since: its version is the transaction that wrote its row. The
-- same where somebody else has locked one: it waits for nobody, so that what was read has not become old. Locks
-- sessions, then conversations by id. Gives back how many conversations hold something unread for each receiver.
-- All is found by indexes, also where a connection has made its plans while the tables were small.
create or replace function store_messages(
  written_at timestamptz(3), sessions uuid[], conversations uuid[], versions text[], senders uuid[], receivers uuid[],
  messages json, counters json, clocks json, notifications json, notices json, seen_at timestamptz, push_after float8
) returns json language plpgsql set enable_seqscan = off as $$
declare
  found integer;
begin
  perform from login_session where id = any(sessions) order by id for key share skip locked;
  get diagnostics found = row_count;
  if found < cardinality(sessions) then
    return null;
  end if;
  select count(*) into found from (
    select id, conversation.xmin as version from conversation
      where id = any(conversations) order by id for no key update skip locked
  ) as locked
  where version::text = versions[array_position(conversations, locked.id)];
  if found < cardinality(conversations) then
    return null;
  end if;

  insert into message (id, conversation_id, seq, sender_id, sender_type, body, masked, client_message_id, created_at)
    select row.*, written_at from json_to_recordset(messages) as row (
      "id" uuid, "conversationId" uuid, "seq" integer, "senderId" uuid, "senderType" text, "body" text,
      "masked" boolean, "clientMessageId" text);
  update conversation set
      last_seq = row."lastSeq", mentee_read_seq = row."menteeReadSeq", mentor_read_seq = row."mentorReadSeq",
      updated_at = greatest(updated_at, written_at)
    from json_to_recordset(counters) as row (
      "id" uuid, "lastSeq" integer, "menteeReadSeq" integer, "mentorReadSeq" integer)
    where conversation.id = row."id";
  if clocks is not null then
    update conversation set waiting_since = row."waitingSince", silent_since = row."silentSince",
        answer_due_at = row."answerDueAt", refundable_from = row."refundableFrom",
        answer_step = row."answerStep", answer_step_at = row."answerStepAt"
      from json_to_recordset(clocks) as row (
        "id" uuid, "waitingSince" timestamptz(3), "silentSince" timestamptz(3), "answerDueAt" timestamptz(3),
        "refundableFrom" timestamptz(3), "answerStep" text, "answerStepAt" timestamptz(3))
      where conversation.id = row."id";
  end if;

  -- Who has answered a conversation has seen what the notifications say of its messages, unless these came after the
  -- answer was written: then its read mark stays below the answer.
  update notification set is_read = true
    where not is_read and account_id = any(senders) and conversation_id = any(conversations)
      and exists (select from json_to_recordset(messages) as row (
          "senderId" uuid, "conversationId" uuid, "senderType" text, "seq" integer)
        join json_to_recordset(counters) as mark ("id" uuid, "menteeReadSeq" integer, "mentorReadSeq" integer)
          on mark."id" = row."conversationId"
        where row."senderId" = account_id and row."conversationId" = conversation_id
          and case row."senderType" when 'mentee' then mark."menteeReadSeq" else mark."mentorReadSeq" end >= row."seq");
  insert into notification (id, account_id, type, content, conversation_id, created_at)
    select row."id", row."accountId", 'message', row."content", row."conversationId", written_at
    from json_to_recordset(notifications) as row ("id" uuid, "accountId" uuid, "content" text, "conversationId" uuid);
  if exists (select from push_subscription where account_id = any(receivers)) then
    perform queue_push_notifications('messages', notices, seen_at, push_after);
  end if;

  return (
    select json_object_agg(receiver.id, coalesce(known.count, count_unread_conversations(receiver.id)))
    from unnest(receivers) as receiver (id)
    left join unread_conversations as known on known.account_id = receiver.id);
end $$;
