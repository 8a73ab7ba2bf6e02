import { createServer } from 'node:http'
import { Server } from 'socket.io'
import { openBaselinePool } from './baseline-pool.ts'

// The reference of P5 to P7: Socket.IO and one INSERT a message, nothing else.

const pool = openBaselinePool(process.env.BASELINE_DATABASE_URL!)
await pool.query(
  `create table if not exists baseline_message (id bigserial primary key, conversation_id uuid not null,
     sender_id uuid not null, body text not null, created_at timestamptz not null default now())`,
)
const http = createServer()
const io = new Server(http, { serveClient: false })
type Message = { conversationId: string; senderId: string; to: string; body: string }
io.on('connection', (socket) => {
  socket.on('setup', async ({ userId }: { userId: string }) => {
    await socket.join(userId)
    socket.emit('connected', { userId })
  })
  socket.on(
    'message',
    async ({ conversationId, senderId, to, body }: Message, acknowledge: (answer: object) => void) => {
      const { rows } = await pool.query<{ id: string }>({
        name: 'insert',
        text: 'insert into baseline_message (conversation_id, sender_id, body) values ($1, $2, $3) returning id',
        values: [conversationId, senderId, body],
      })
      io.to(to).emit('message', { id: rows[0]!.id, body })
      acknowledge({ ok: true })
    },
  )
})
http.listen(0, '127.0.0.1', () => {
  const address = http.address()
  process.send!(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`)
})
