import { api } from '@marga/contract/api'
import { wallClock } from '@marga/contract/wall-clock'
import { addDays } from '@marga/contract/zoned-time'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { after, hoursMs } from '../../platform/clock.ts'
import { newModerator, ok, type TestPerson } from '../../testing/people.ts'
import { connectSocket } from '../../testing/sockets.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import {
  makeQuestions,
  mentorZone,
  type Questions,
  runRequestedSweep,
  sweepResponses,
} from '../../testing/waiting-question.ts'

let test: TestApp
let address: string
let moderator: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  address = await test.listen()
  moderator = await newModerator(test)
})
afterAll(() => test.close())

const vacation = async ({ mentor }: Questions) => {
  const today = wallClock(test.app.clock.now(), mentorZone).day
  const body = { vacations: [{ from: today, to: addDays(today, 5) }] }
  ok(await test.call(api.responseTimes.announceVacations, { params: { mentorId: mentor.id }, body }, mentor))
  await runRequestedSweep(test)
}
const endSubscription = async ({ enrollmentId }: Questions) => {
  await test.app.db.pool.query(
    `update enrollment set status = 'ended', ended_at = product_now(), end_reason = 'canceled' where id = $1`,
    [enrollmentId],
  )
  await sweepResponses(test)
}
const lateness = async () => {
  await test.app.clock.moveTo(test.app.db, after(test.app.clock.now(), hoursMs(24)))
  await sweepResponses(test)
}

it.each<[string, (questions: Questions) => Promise<unknown>, object]>([
  ['a vacation that is announced', vacation, { side: 'mentor', standstill: { because: 'vacation' } }],
  ['the end of the subscription', endSubscription, { side: null, since: null }],
  ['lateness', lateness, { side: 'mentor', isLate: true }],
  ['“No answer needed”', (questions) => questions.settle(), { side: null }],
])('both who have the conversation open hear of %s', async (_, happen, awaiting) => {
  const questions = await makeQuestions(test, moderator)
  await questions.ask()
  const heard = await Promise.all(
    [questions.mentor, questions.mentee].map((person) => connectSocket(address, person)),
  )
  await happen(questions)
  for (const one of heard)
    await expect
      .poll(() => one.of('awaiting'))
      .toEqual([
        expect.objectContaining({
          conversationId: questions.conversationId,
          awaiting: expect.objectContaining(
            'standstill' in awaiting
              ? { ...awaiting, standstill: expect.objectContaining(awaiting.standstill as object) }
              : awaiting,
          ),
        }),
      ])
})
