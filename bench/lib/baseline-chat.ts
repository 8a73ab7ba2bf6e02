import { createServer } from 'node:http'
import { Server, type Socket } from 'socket.io'
import { createRandom } from '../seed/random.ts'
import { openBaselinePool } from './baseline-pool.ts'

// The bare chat of P6: the guarantees of the product's messages by its own statement, and its frames, without its
// layers. What a message must never be (lost, doubled, out of number, from somebody who may not write) is refused here as
// well; who calls is believed, no input is validated, nothing is limited or logged, no text is looked at.

type Asked = { conversationId: string; senderId: string; message: string; clientMessageId: string }
type Answer = { ok: true; message: object } | { ok: false }
type Waiting = Asked & { resolve: (answer: Answer) => void }
type Conversation = {
  id: string
  menteeId: string
  mentorId: string
  lastSeq: number
  menteeReadSeq: number
  mentorReadSeq: number
  version: string
  isLive: boolean
}

/** A message as the product sent one: what others send differs in ids, text, number and time. */
const frame = JSON.parse(process.env.BASELINE_FRAME!) as Record<string, unknown>
const random = createRandom(Date.now() % 1e9)
const newId = () => random.uuid(Date.now())
const pool = openBaselinePool(process.env.BASELINE_DATABASE_URL!)
const http = createServer()
const io = new Server(http, { serveClient: false })

io.on('connection', (socket: Socket) => {
  socket.on('setup', async ({ userId }: { userId: string }) => {
    await socket.join(userId)
    socket.emit('connected', { userId })
  })
  socket.on('message', async (asked: Asked, acknowledge: (answer: Answer) => void) =>
    acknowledge(await join(asked)),
  )
})

const sizeMax = 64
const waiting: Waiting[] = []
let isUnderWay = false

/** What comes while a group is under way is written together as the next one. */
function join(asked: Asked): Promise<Answer> {
  return new Promise((resolve) => {
    waiting.push({ ...asked, resolve })
    if (!isUnderWay) setImmediate(runNext)
  })
}

async function runNext() {
  if (isUnderWay || waiting.length === 0) return
  isUnderWay = true
  const group = waiting.splice(0, sizeMax)
  await store(group).catch((error) => {
    console.error(error)
    for (const { resolve } of group) resolve({ ok: false })
  })
  isUnderWay = false
  void runNext()
}

const readGroup = {
  name: 'read-group',
  text: `select conversation.id, mentee_id as "menteeId", mentor_id as "mentorId", last_seq as "lastSeq",
    mentee_read_seq as "menteeReadSeq", mentor_read_seq as "mentorReadSeq", conversation.xmin::text as version,
    exists (select from enrollment where enrollment.mentee_id = conversation.mentee_id
        and enrollment.mentor_id = conversation.mentor_id and status in ('active', 'past_due', 'ending'))
      and not exists (select from account where account.id in (mentee_id, mentor_id) and is_blocked)
      and not exists (select from message where (sender_id, client_message_id) in (
        select * from unnest($2::uuid[], $3::text[]))) as "isLive"
    from conversation where conversation.id = any($1::uuid[]) order by conversation.id`,
}
const storeGroup = {
  name: 'store-group',
  text: `select store_messages($1, '{}'::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::uuid[], $6::json, $7::json,
    null, $8::json, $9::json, $1, 60) as unread`,
}

async function store(group: Waiting[]) {
  const ids = [...new Set(group.map(({ conversationId }) => conversationId))]
  const { rows } = await pool.query<Conversation>({
    ...readGroup,
    values: [ids, group.map(({ senderId }) => senderId), group.map(({ clientMessageId }) => clientMessageId)],
  })
  const conversations = new Map(rows.map((row) => [row.id, { ...row }]))
  const now = new Date()
  const sent = group.map((asked) => number(conversations.get(asked.conversationId)!, asked))
  const receivers = [...new Set(sent.map(({ receiverId }) => receiverId))]
  const stored = await pool.query<{ unread: Record<string, number> | null }>({
    ...storeGroup,
    values: [
      now,
      rows.map(({ id }) => id),
      rows.map(({ version }) => version),
      [...new Set(group.map(({ senderId }) => senderId))],
      receivers,
      JSON.stringify(sent.map(({ row }) => row)),
      JSON.stringify([...conversations.values()].map(countersOf)),
      JSON.stringify(sent.map(notificationOf)),
      '[]',
    ],
  })
  const { unread } = stored.rows[0]!
  for (const [index, { resolve }] of group.entries())
    resolve(unread ? tell(sent[index]!, now, unread) : { ok: false })
}

type Numbered = ReturnType<typeof number>

function number(conversation: Conversation, asked: Asked) {
  if (!conversation.isLive) throw new Error('nobody may write there')
  const isMentee = asked.senderId === conversation.menteeId
  const seq = ++conversation.lastSeq
  if (isMentee) conversation.menteeReadSeq = seq
  else conversation.mentorReadSeq = seq
  const row = {
    id: newId(),
    conversationId: conversation.id,
    seq,
    senderId: asked.senderId,
    senderType: isMentee ? 'mentee' : 'mentor',
    body: asked.message,
    masked: false,
    clientMessageId: asked.clientMessageId,
  }
  return { row, receiverId: isMentee ? conversation.mentorId : conversation.menteeId }
}

const countersOf = ({ id, lastSeq, menteeReadSeq, mentorReadSeq }: Conversation) => ({
  id,
  lastSeq,
  menteeReadSeq,
  mentorReadSeq,
})
const notificationOf = ({ row, receiverId }: Numbered) => ({
  id: newId(),
  accountId: receiverId,
  content: 'You have reveived a message from Bench',
  conversationId: row.conversationId,
})

/** To the other person with the count of what is unread, to the sender's own devices, and as the acknowledgement. */
function tell({ row, receiverId }: Numbered, createdAt: Date, unread: Record<string, number>): Answer {
  const { id: _id, seq, body: message, clientMessageId } = row
  const full = { ...frame, _id, seq, message, clientMessageId, createdAt }
  io.to(receiverId).emit('messageReveived', full)
  io.to(receiverId).emit('unread', { unreadConversations: unread[receiverId] ?? 0 })
  io.to(row.senderId).emit('messageReveived', { ...full, notification: null })
  return { ok: true, message: full }
}

http.listen(0, '127.0.0.1', () => {
  const address = http.address()
  process.send!(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`)
})
