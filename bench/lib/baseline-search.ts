import { strict as assert } from 'node:assert'
import { createServer } from 'node:http'
import { startAppServer } from '../../e2e/support/app-server.ts'
import { openBaselinePool } from './baseline-pool.ts'
import { ask } from './search-queries.ts'
import { type Statement, tapStatements } from './statement-tap.ts'
import { withoutUnread } from './unread.ts'

/** What the product asks PostgreSQL for each query, from a second start of it behind a tap. */
export async function watchStatements(
  databaseUrl: string,
  queries: ReadonlySet<string>,
): Promise<Map<string, Statement[]>> {
  const tap = await tapStatements(databaseUrl)
  // An answer that is kept asks nothing.
  const env = { DEMO: '1', DATABASE_URL: tap.url, CACHE_MB: '0' }
  const watched = await startAppServer({ database: 'server', env })
  const found = new Map<string, Statement[]>()
  try {
    // Words and plans are learnt by the first.
    await ask(watched.url, 'search=JavaScript')
    for (const query of queries) {
      tap.take()
      await ask(watched.url, query)
      const asked = tap.take().filter(({ text }) => text.includes('mentor_search'))
      assert(asked.length > 0, `no statement was seen for ${query}`)
      found.set(query, asked)
    }
    return found
  } finally {
    await watched.dispose()
    await tap.close()
  }
}

export type BaselineSql = Awaited<ReturnType<typeof startBaselineSql>>

/** node:http and pg, asking the very statements that the product asks: prepared, nothing validated. */
export async function startBaselineSql(databaseUrl: string, statements: Map<string, Statement[]>) {
  const pool = openBaselinePool(databaseUrl, 10)
  // Where the bench fails, its database goes first: that must not hide why.
  pool.on('error', () => {})
  const names = new Map<string, string>()
  const nameOf = (text: string) => {
    const name = names.get(text) ?? `baseline_${names.size}`
    names.set(text, name)
    return name
  }
  const server = createServer(async (request, response) => {
    const query = withoutUnread(request.url!.slice(request.url!.indexOf('?') + 1))
    const answers = []
    for (const { text, values } of statements.get(query)!)
      answers.push((await pool.query({ name: nameOf(text), text, values })).rows)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answers))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await pool.end()
    },
  }
}
