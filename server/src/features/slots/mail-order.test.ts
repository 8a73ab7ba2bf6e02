import { api } from '@marga/contract/api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hoursMs } from '../../platform/clock.ts'
import { newModerator, ok } from '../../testing/people.ts'
import { bookedSession, passTime, subscribedPair } from '../../testing/settled-sessions.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

it('what changes the entry of a calendar keeps its order, and a reminder waits for nothing', async () => {
  const pair = await subscribedPair(test, await newModerator(test))
  const { _id: slotId } = await bookedSession(test, pair, 30)
  await passTime(test, hoursMs(8))
  await test.app.jobHandlers['slots:remind']({})
  ok(await test.call(api.slots.cancel, { body: { slotId } }, pair.mentee))
  const { rows } = await test.app.db.pool.query<{ kind: string; about: string | null }>(
    "select kind, about from mail where recipient = $1 and kind in ('booked', 'reminder', 'cancelled')",
    [pair.mentee.email],
  )
  const about = new Map(rows.map((mail) => [mail.kind, mail.about]))
  expect(about.get('booked')).toMatch(/^booking /)
  expect(about.get('cancelled')).toBe(about.get('booked'))
  expect(about.get('reminder')).toBeNull()
})
