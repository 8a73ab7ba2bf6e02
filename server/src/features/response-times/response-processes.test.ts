import { afterAll, beforeAll, expect, it } from 'vitest'
import { after, daysMs, hoursMs } from '../../platform/clock.ts'
import { newMentor, newModerator } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import {
  goToTimeOfDay,
  makeQuestions,
  type Questions,
  sweepResponses,
} from '../../testing/waiting-question.ts'

let first: TestApp
let second: TestApp
beforeAll(async () => {
  first = await startTestApp()
  second = await startTestApp({ sharing: first })
})
afterAll(() => first.close())

/** Both at the same time, each knowing the same time. */
async function sweepBoth(processes: readonly TestApp[], moment: Date) {
  await first.app.clock.moveTo(first.app.db, moment)
  for (const { app } of processes) await app.clock.load(app.db)
  await Promise.all(processes.flatMap((test) => [sweepResponses(test), sweepResponses(test)]))
}

const sumOf = async (questions: readonly Questions[]) => {
  const told = await Promise.all(questions.map((one) => one.told()))
  const sum = (key: 'nudges' | 'late' | 'remedies') => told.map((one) => one[key])
  return { nudges: sum('nudges'), late: sum('late'), remedies: sum('remedies') }
}

it.each(['answer', 'settle'] as const)(
  'takes the %s to a question that a clock ahead has dated',
  async (how) => {
    const questions = await makeQuestions(first, await newModerator(first))
    await questions.ask()
    await first.app.db.pool.query(
      `update conversation set waiting_since = waiting_since + interval '30 seconds' where id = $1`,
      [questions.conversationId],
    )
    await questions[how]()
    const { rows } = await first.app.db.pool.query(
      'select waiting_since as since from conversation where id = $1',
      [questions.conversationId],
    )
    expect(rows).toEqual([{ since: null }])
  },
)

it('says everything once, with two processes at it and a restart between', async () => {
  const moderator = await newModerator(first)
  const questions: Questions[] = []
  for (let count = 0; count < 6; count++)
    questions.push(await makeQuestions(first, moderator, { mentor: await newMentor(first, moderator) }))
  const each = (count: number) => questions.map(() => count)
  const since = await goToTimeOfDay(first, '20:00')
  for (const one of questions) await one.ask()

  await sweepBoth([first, second], after(since, hoursMs(16.1)))
  expect(await sumOf(questions)).toEqual({ nudges: each(1), late: each(0), remedies: each(0) })
  await second.close()

  await sweepBoth([first], after(since, hoursMs(24.1)))
  second = await startTestApp({ sharing: first })
  await sweepBoth([first, second], after(since, hoursMs(25)))
  expect(await sumOf(questions)).toEqual({ nudges: each(1), late: each(1), remedies: each(0) })

  await sweepBoth([first, second], after(since, daysMs(8)))
  await second.close()
  expect(await sumOf(questions)).toEqual({ nudges: each(1), late: each(1), remedies: each(1) })
})
