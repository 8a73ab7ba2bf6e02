import { afterAll, beforeAll, expect, it } from 'vitest'
import { failUpdates } from '../../testing/failing-rows.ts'
import { newModerator } from '../../testing/people.ts'
import {
  bookedSession,
  hourMs,
  passTime,
  sessionRow,
  subscribedPair,
} from '../../testing/settled-sessions.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

it('a session that cannot be settled holds up none that comes after it', async () => {
  const moderator = await newModerator(test)
  const slots = [
    await bookedSession(test, await subscribedPair(test, moderator), 1),
    await bookedSession(test, await subscribedPair(test, moderator), 2),
  ]
  await passTime(test, 5 * hourMs)
  const mend = await failUpdates(test, 'slot', 'id', slots[0]!._id)
  const statusOf = async (at: number) => (await sessionRow(test, slots[at]!._id)).status
  await expect(test.app.jobHandlers['live:settle']({})).rejects.toThrow('1 of 2 failed')
  expect([await statusOf(0), await statusOf(1)]).toEqual(['booked', 'missed'])
  await mend()
  await test.app.jobHandlers['live:settle']({})
  expect(await statusOf(0)).toBe('missed')
})
