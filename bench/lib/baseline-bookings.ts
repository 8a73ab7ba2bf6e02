import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type pg from 'pg'
import { openBaselinePool } from './baseline-pool.ts'

// The references of P8: node:http and prepared statements on a pool, nothing checked. `/claim` is the one UPDATE that
// claims a slot; `/rows` a transaction that writes what the product writes for a booking: the same rows, of the same size.

export type BookingRows = {
  slotId: string
  menteeId: string
  mentorId: string
  enrollmentId: string
  notifications: { content: string; link: string }[]
  mails: { subject: string; content: unknown; attachments: unknown; unsubscribeUrl: string }[]
  answer: unknown
}

const pool = openBaselinePool(process.env.BASELINE_DATABASE_URL!)

const claim = (client: pg.Pool | pg.PoolClient, { slotId, menteeId, enrollmentId }: BookingRows) =>
  client.query({
    name: 'claim',
    text: `update slot set status = 'booked', mentee_id = $2, enrollment_id = $3, charged_period = 1, booked_at = now()
      where id = $1 and status = 'open' returning *`,
    values: [slotId, menteeId, enrollmentId],
  })

async function writeRows(client: pg.PoolClient, of: BookingRows) {
  const run = (name: string, text: string, values: unknown[]) => client.query({ name, text, values })
  const { rows } = await claim(client, of)
  await run(
    'credit',
    `update session_credit set status = 'held', slot_id = $2, held_at = now(), because = 'booked', changed_at = now()
      where id = (select id from session_credit where enrollment_id = $1 and status = 'free' order by ordinal limit 1)`,
    [of.enrollmentId, of.slotId],
  )
  await run(
    'notifications',
    `insert into notification (id, account_id, type, content, link, created_at)
      select gen_random_uuid(), account_id, 'alert', content, link, now()
      from unnest($1::uuid[], $2::text[], $3::text[]) as given (account_id, content, link)`,
    [
      [of.mentorId, of.menteeId],
      of.notifications.map(({ content }) => content),
      of.notifications.map(({ link }) => link),
    ],
  )
  await run(
    'mails',
    `insert into mail (id, recipient, kind, subject, content, attachments, unsubscribe_url, created_at)
      select gen_random_uuid(), 'nobody@bench.example', 'booked', subject, content, attachments, unsubscribe_url, now()
      from json_to_recordset($1::json) as given (subject text, content jsonb, attachments jsonb, unsubscribe_url text)`,
    [
      JSON.stringify(
        of.mails.map(({ unsubscribeUrl, ...mail }) => ({ ...mail, unsubscribe_url: unsubscribeUrl })),
      ),
    ],
  )
  // For later: the product's own workers must not take it.
  await run('job', `select queue_jobs('bench:none', $1::json, null, now() + interval '10 years')`, [
    JSON.stringify([{ mailIds: of.mails.map(() => randomUUID()) }]),
  ])
  await run('search', 'update mentor_search set next_available_at = now() where mentor_id = $1', [
    of.mentorId,
  ])
  await run(
    'key',
    `insert into idempotency_key (account_id, key, request_hash, status, answer, created_at)
      values ($1, $2, $3, 200, $4, now())`,
    [of.menteeId, randomUUID(), Buffer.alloc(32), JSON.stringify(of.answer)],
  )
  return rows
}

async function writeBooking(of: BookingRows) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const rows = await writeRows(client, of)
    await client.query('commit')
    return rows
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

const http = createServer((request, response) => {
  let text = ''
  request.setEncoding('utf8')
  request.on('data', (part: string) => {
    text += part
  })
  request.on('end', async () => {
    const of = JSON.parse(text) as BookingRows
    const rows = request.url === '/rows' ? await writeBooking(of) : (await claim(pool, of)).rows
    response.writeHead(rows.length > 0 ? 200 : 409, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ data: rows[0] ?? null }))
  })
})
// The callers keep their connections, however long the other's turn takes.
http.keepAliveTimeout = 600_000
http.listen(0, '127.0.0.1', () => {
  const address = http.address()
  process.send!(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`)
})
