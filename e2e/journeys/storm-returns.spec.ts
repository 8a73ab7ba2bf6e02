import { createHmac, randomUUID } from 'node:crypto'
import { api } from '@marga/contract/api'
import { loginStorageKeys } from '@marga/contract/roles'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { freePort } from '../../testkit/ports.mjs'
import { type AppServer, startAppServer } from '../support/app-server.ts'
import { must } from '../support/client.ts'
import { startLine } from '../support/line.ts'
import { type Person, prepareStorm, signInBoth } from '../support/message-storm.ts'
import { signIn } from '../support/sign-in.ts'
import { isStorm, spread } from '../support/storm.ts'

/** R10 of docs/goals.md: a tab that stays away comes back live and complete. 50 rounds each in `npm run storm`. */
const rounds = isStorm ? 50 : 1
const missedMessages = 20
const tokenSecret = 'a secret for tabs that stay away'

test('a tab is live and complete after kills, after sleep, and after a long absence', async ({ browser }) => {
  test.setTimeout(isStorm ? 3_600_000 : 600_000)
  const port = await freePort()
  const app = await startAppServer({
    database: 'server',
    env: { TOKEN_SECRET: tokenSecret, PUBLIC_URL: `http://localhost:${port}` },
  })
  const line = await startLine(() => app.url, port)
  let { mentee, mentor } = await signInBoth(app.url)
  const { conversationId } = await prepareStorm(app.url, mentee, mentor)
  const context = await browser.newContext({ baseURL: line.url })
  const page = await context.newPage()
  await page.clock.install()
  await signIn(page, 'Mentors', 'mentor@demo.test')
  await page.goto(`/mentors/connect/inbox/${conversationId}`)
  await expect(page.getByRole('textbox', { name: /message/i })).toBeVisible()

  const writeSome = startWriter(app, conversationId, () => mentee)
  const absences = absencesOf({ app, line, context, page, writeSome })
  for (const [name, stayAway] of Object.entries(absences)) {
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      // Tokens live ten minutes.
      ;({ mentee, mentor } = await signInBoth(app.url))
      await expectComplete(page, await writeSome(1))
      const { backAt, missed } = await stayAway()
      await expectComplete(page, missed)
      times.push(performance.now() - backAt)
      await expectComplete(page, await writeSome(1))
    }
    const late = times.filter((ms) => ms > 5_000).length
    console.log(`${name}: live and complete ${spread(times)} ms; ${late} of ${rounds} later than 5 s`)
  }
  await context.close()
  await line.close()
  await app.dispose()
})

/** Writes the next words of one conversation. */
function startWriter(app: AppServer, conversationId: string, sender: () => Person) {
  const write = async (text: string) => {
    const body = { message: text, sender: sender().id, clientMessageId: randomUUID() }
    await must(app.url, api.chat.mentee.send, { params: { conversationId }, body }, sender())
  }
  let written = 0
  return async function writeSome(count: number) {
    const texts = Array.from({ length: count }, () => `word ${++written}.`)
    for (const text of texts) await write(text)
    return texts
  }
}

/** What is shown from the first of these on. */
async function shownFrom(page: Page, text: string) {
  const shown: string[] = ((await page.getByRole('log').textContent()) ?? '').match(/word \d+\./g) ?? []
  return shown.includes(text) ? shown.slice(shown.indexOf(text)) : []
}

async function expectComplete(page: Page, texts: string[]) {
  const options = { timeout: 60_000, intervals: [50] }
  await expect.poll(() => shownFrom(page, texts[0]!), options).toEqual(texts)
  await expect(page.getByText('Reconnecting')).toBeHidden({ timeout: 60_000 })
}

type Tab = {
  app: AppServer
  line: Awaited<ReturnType<typeof startLine>>
  context: BrowserContext
  page: Page
  writeSome: (count: number) => Promise<string[]>
}

/** Each says from when on the tab could be back, and what it then lacks. */
function absencesOf({
  app,
  line,
  context,
  page,
  writeSome,
}: Tab): Record<string, () => Promise<{ backAt: number; missed: string[] }>> {
  return {
    async 'after the kill of the server'() {
      await app.kill()
      await app.start()
      const backAt = performance.now()
      return { backAt, missed: await writeSome(missedMessages) }
    },
    async 'after 20 minutes asleep'() {
      line.sever()
      await expireToken(page)
      const missed = await writeSome(missedMessages)
      // The clock of the machine went on, the timers of the page did not.
      const backAt = performance.now()
      await passMinutes(page, 20)
      return { backAt, missed }
    },
    async 'after 15 minutes without a line'() {
      await context.setOffline(true)
      line.sever()
      await expireToken(page)
      const missed = await writeSome(missedMessages)
      await passMinutes(page, 15)
      const backAt = performance.now()
      await context.setOffline(false)
      return { backAt, missed }
    },
  }
}

async function passMinutes(page: Page, minutes: number) {
  const now = await page.evaluate(() => Date.now())
  await page.clock.setSystemTime(now + minutes * 60_000)
}

/** Puts the login's access token back as it would be after its ten minutes. */
async function expireToken(page: Page) {
  const key = loginStorageKeys.mentor
  const stored = await page.evaluate((name) => localStorage.getItem(name)!, key)
  const login = JSON.parse(stored) as { accessToken: string }
  const [head, payload] = login.accessToken.split('.') as [string, string]
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { iat: number; exp: number }
  const past = { ...claims, iat: claims.iat - 3600, exp: claims.iat - 3000 }
  const signed = `${head}.${Buffer.from(JSON.stringify(past)).toString('base64url')}`
  const signature = createHmac('sha256', tokenSecret).update(signed).digest('base64url')
  const expired = JSON.stringify({ ...login, accessToken: `${signed}.${signature}` })
  await page.evaluate(([name, value]) => localStorage.setItem(name!, value!), [key, expired])
}
