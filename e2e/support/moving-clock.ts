import { type AppServer, startAppServer, startTimeoutMs } from './app-server.ts'
import { test as base, expect } from './journey.ts'

/** With a server of its own: what moves its clock moves it for everybody on it. */
export const test = base.extend<object, { app: AppServer }>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const app = await startAppServer({ database: process.env.TEST_DATABASE_URL ? 'server' : 'embedded' })
      await use(app)
      await app.dispose()
    },
    { scope: 'worker', timeout: startTimeoutMs },
  ],
})

export async function productNow({ url }: AppServer): Promise<Date> {
  const { now } = (await (await fetch(`${url}/sandbox/clock`)).json()) as { now: string }
  return new Date(now)
}

/** A page that is open goes by the clock that it was opened with: open it again. */
export async function passHours({ url }: AppServer, hours: number) {
  const response = await fetch(`${url}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceSeconds: hours * 3600 }),
  })
  expect(response.status).toBe(200)
}
