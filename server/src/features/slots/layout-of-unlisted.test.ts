import { api } from '@marga/contract/api'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { daysMs } from '../../platform/clock.ts'
import { enroll, newMentee, newMentor, newModerator, ok, type TestPerson } from '../../testing/people.ts'
import { decideTicket, raiseTicket } from '../../testing/sanctions.ts'
import { passTime } from '../../testing/settled-sessions.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { everyDay, layOutHours, layOutNow } from '../../testing/weekly-hours.ts'

let test: TestApp
let moderator: TestPerson
let mentor: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  moderator = await newModerator(test)
})
afterAll(() => test.close())
beforeEach(async () => {
  mentor = await newMentor(test, moderator)
  await layOutHours(test, mentor, { weekly: everyDay('10:00', '11:00') })
  await forgetJobs()
})

const query = async (text: string) => (await test.app.db.pool.query(text, [mentor.id])).rows
const ofMentor = `from graphile_worker._private_jobs where payload->>'mentorId' = $1`
const layouts = async () => (await query(`select 1 ${ofMentor}`)).length
const forgetJobs = () => query(`delete ${ofMentor}`)
const slots = async () => (await query(`select 1 from slot where mentor_id = $1 and status = 'open'`)).length
const sweep = () => test.app.jobHandlers['availability:sweep']({})
const block = (isBlocked: boolean) =>
  test.call(api.moderation.changeMentorStatus, { body: { mentorId: mentor.id, isBlocked } }, moderator)

it('weekly hours end with the mentor’s block, and are asked for once it is lifted', async () => {
  ok(await block(true))
  await layOutNow(test, mentor)
  expect(await slots()).toBe(0)
  await forgetJobs()
  for (const days of [0, 1, 1]) {
    await passTime(test, daysMs(days))
    await sweep()
  }
  expect(await layouts()).toBe(0)
  ok(await block(false))
  expect(await layouts()).toBe(1)
  await layOutNow(test, mentor)
  expect(await slots()).toBeGreaterThan(0)
})

it('weekly hours are asked for once a suspension has ended by itself', async () => {
  const mentee = await newMentee(test)
  await enroll(test, mentee, mentor)
  const ticketId = await raiseTicket(test, mentee, mentor)
  ok(await decideTicket(test, moderator, ticketId, { outcomes: [{ kind: 'suspend', days: 2 }] }))
  await forgetJobs()
  await passTime(test, daysMs(2.1))
  await sweep()
  expect(await layouts()).toBe(0)
  await test.app.jobHandlers['sanctions:sweep']({})
  expect(await layouts()).toBe(1)
})
