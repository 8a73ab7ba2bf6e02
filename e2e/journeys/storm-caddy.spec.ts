import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@marga/contract/api'
import { fillPath } from '@marga/contract/endpoint'
import { expect, test } from '@playwright/test'
import type { AppServer } from '../support/app-server.ts'
import { hasCaddy, startCaddy } from '../support/caddy.ts'
import { must } from '../support/client.ts'
import { demoPassword } from '../support/sign-in.ts'
import { askSteadily, isStorm, redisUrl, startTwo } from '../support/storm.ts'

/** What docs/operations.md says about restarting, with deploy/'s own Caddyfile and its own time to drain. */
const size = { restarts: 4, requestsPerSecond: 60 }
const busyMs = 3_000
test.skip(!isStorm, 'takes minutes: npm run storm -- caddy')
test.skip(!redisUrl || !hasCaddy, 'needs a Redis (TEST_REDIS_URL) and Caddy')

const compose = readFileSync(join(import.meta.dirname, '../../deploy/compose.yaml'), 'utf8')
const drainSeconds = /DRAIN_SECONDS: "(\d+)"/.exec(compose)![1]!

type Writer = { id: string; token: string; conversationId: string }

async function demoWriter({ url }: AppServer): Promise<Writer> {
  const body = (email: string) => ({ body: { email, password: demoPassword } })
  const { menteeId, accessToken } = await must(url, api.accounts.loginMentee, body('mentee@demo.test'))
  const { mentorId } = await must(url, api.accounts.loginMentor, body('mentor@demo.test'))
  const mentee = { id: menteeId, token: accessToken }
  const { conversations } = await must(url, api.chat.mentee.open, { body: { mentorId } }, mentee)
  return { ...mentee, conversationId: conversations._id }
}

/** One in two writes a message and must not be sent twice, one in two reads; nothing is asked again here. */
function keepAsking(url: string, writer: Writer) {
  const agent = new Agent({ keepAlive: true })
  const result = { answered: 0, written: 0, failures: new Map<string, number>() }
  const fail = (why: string) => result.failures.set(why, (result.failures.get(why) ?? 0) + 1)
  const ask = (isWrite: boolean) =>
    new Promise<void>((resolve) => {
      const path = isWrite
        ? fillPath(api.chat.mentee.send.path, { conversationId: writer.conversationId })
        : api.search.facets.path
      const method = isWrite ? api.chat.mentee.send.method : 'GET'
      const headers = { authorization: `Bearer ${writer.token}`, 'content-type': 'application/json' }
      const asked = request(`${url}${path}`, { agent, method, headers: isWrite ? headers : {} }, (answer) => {
        const status = answer.statusCode ?? 0
        if (status >= 300) fail(`${method} ${status}`)
        else if (isWrite) result.written++
        if (status < 300) result.answered++
        answer.resume()
        answer.once('close', resolve)
      })
      asked.on('error', (error) => {
        fail(`${method} ${error.message}`)
        resolve()
      })
      asked.end(
        isWrite
          ? JSON.stringify({ message: 'still here', sender: writer.id, clientMessageId: randomUUID() })
          : undefined,
      )
    })
  const asking = askSteadily(size.requestsPerSecond, (n) => ask(n % 2 === 0))
  return Object.assign(result, {
    async stop() {
      await asking.stop()
      agent.destroy()
    },
  })
}

test('restarts behind the Caddy of deploy/ refuse no request, reading or writing', async () => {
  test.setTimeout(900_000)
  const [one, two] = await startTwo({ env: { DRAIN_SECONDS: drainSeconds, TRUSTED_PROXIES: '127.0.0.1' } })
  const caddy = await startCaddy([one.url, two.url])
  const writer = await demoWriter(one)
  const before = await countMessages(one, writer)
  const requests = keepAsking(caddy.url, writer)
  for (let n = 0; n < size.restarts; n++) {
    const [restarted, other] = n % 2 ? [one, two] : [two, one]
    const ended = restarted.stop()
    // The one that carries everything is silent for a moment, as on a busy machine: it must not count as dead.
    await sleep(1000)
    process.kill(other.pid(), 'SIGSTOP')
    await sleep(busyMs)
    process.kill(other.pid(), 'SIGCONT')
    expect(await ended, restarted.output()).toBe(0)
    await restarted.start()
    // Whoever follows docs/operations.md waits for the container's health check, which comes every ten seconds.
    await sleep(10_000)
  }
  await requests.stop()
  const written = (await countMessages(one, writer)) - before
  const failures = [...requests.failures].map(([why, count]) => `${count} × ${why}`)
  console.log(
    `${size.restarts} restarts behind Caddy under ${size.requestsPerSecond} requests a second: ${requests.answered} answered, ${requests.written} of them written, refused: ${failures.join(', ') || 'none'}`,
  )
  await caddy.close()
  await two.dispose()
  await one.dispose()
  expect(failures).toEqual([])
  expect(written).toBe(requests.written)
})

async function countMessages(app: AppServer, { conversationId }: Writer) {
  const rows = await app.sql<{ count: number }>(
    'select count(*)::int as count from message where conversation_id = $1',
    [conversationId],
  )
  return rows[0]!.count
}
