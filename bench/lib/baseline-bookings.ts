import { createServer } from 'node:http'
import pg from 'pg'

// The reference of P8: node:http and the one UPDATE that claims a slot, prepared, nothing checked.

const pool = new pg.Pool({ connectionString: process.env.BASELINE_DATABASE_URL!, max: 20 })
const http = createServer((request, response) => {
  let text = ''
  request.setEncoding('utf8')
  request.on('data', (part: string) => {
    text += part
  })
  request.on('end', async () => {
    const { slotId, menteeId, enrollmentId } = JSON.parse(text) as Record<string, string>
    const { rows } = await pool.query({
      name: 'claim',
      text: `update slot set status = 'booked', mentee_id = $2, enrollment_id = $3, charged_period = 1, booked_at = now()
        where id = $1 and status = 'open' returning *`,
      values: [slotId, menteeId, enrollmentId],
    })
    response.writeHead(rows.length > 0 ? 200 : 409, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ data: rows[0] ?? null }))
  })
})
http.listen(0, '127.0.0.1', () => {
  const address = http.address()
  process.send!(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`)
})
