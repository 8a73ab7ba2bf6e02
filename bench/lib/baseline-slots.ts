import { createServer } from 'node:http'
import { openBaselinePool } from './baseline-pool.ts'

// The reference of P10: node:http and the same SELECT over one mentor's slots, prepared, no identity and no shape.

const pool = openBaselinePool(process.env.BASELINE_DATABASE_URL!)
const http = createServer(async (request, response) => {
  const query = new URL(request.url ?? '', 'http://localhost').searchParams
  const { rows } = await pool.query({
    name: 'slots',
    text: `select slot.*, mentee.first_name, mentee.last_name, mentee.profile_image_url
      from slot left join account as mentee on mentee.id = slot.mentee_id
      where mentor_id = $1 and starts_at >= $2 and starts_at < $3 order by starts_at`,
    values: [query.get('mentor'), query.get('from'), query.get('to')],
  })
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(rows))
})
http.listen(0, '127.0.0.1', () => {
  const address = http.address()
  process.send!(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`)
})
