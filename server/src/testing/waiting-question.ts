import { api } from '@marga/contract/api'
import { wallClock } from '@marga/contract/wall-clock'
import { addDays, instantAt } from '@marga/contract/zoned-time'
import { outboxWith } from './outbox.ts'
import { conversationOf, enroll, newMentee, newMentor, ok, type TestPerson } from './people.ts'
import type { TestApp } from './test-app.ts'

export const mentorZone = 'Asia/Kolkata'

/** Moves the product's clock to the next time at which the mentor's shows this. @param time "20:00" */
export async function goToTimeOfDay(test: TestApp, time: string): Promise<Date> {
  const [hours, minutes] = time.split(':').map(Number) as [number, number]
  const { day } = wallClock(test.app.clock.now(), mentorZone)
  const today = instantAt(day, hours * 60 + minutes, mentorZone)
  const moment =
    today > test.app.clock.now() ? today : instantAt(addDays(day, 1), hours * 60 + minutes, mentorZone)
  await test.app.clock.moveTo(test.app.db, moment)
  return moment
}

/** A mentee with a live subscription, who writes to the mentor, and what comes of it. */
export async function makeQuestions(
  test: TestApp,
  moderator: TestPerson,
  of: { mentor?: TestPerson; mentee?: TestPerson } = {},
) {
  const mentor = of.mentor ?? (await newMentor(test, moderator))
  const mentee = of.mentee ?? (await newMentee(test))
  const enrollment = await enroll(test, mentee, mentor)
  const conversationId = await conversationOf(test, mentee, mentor)
  const params = { conversationId }
  const write = async (role: 'mentee' | 'mentor') => {
    const person = role === 'mentee' ? mentee : mentor
    const body = { message: `of the ${role}`, sender: person.id }
    return ok(await test.call(api.chat[role].send, { params, body }, person)).responseFromMessageCreation
  }
  const read = async (role: 'mentee' | 'mentor' = 'mentor') => {
    const person = role === 'mentee' ? mentee : mentor
    const input = { body: { [`${role}Id`]: person.id } as never, query: {} }
    const { conversations } = ok(await test.call(api.chat[role].conversations, input, person))
    return conversations.find(({ _id }) => _id === conversationId)!
  }
  return {
    mentor,
    mentee,
    enrollmentId: enrollment._id,
    conversationId,
    ask: () => write('mentee'),
    answer: () => write('mentor'),
    settle: () => test.call(api.chat.mentor.settled, { params }, mentor),
    dispute: () => test.call(api.chat.mentee.notAnswered, { params }, mentee),
    refund: () =>
      test.call(api.enrollments.silenceRefund, { params: { enrollmentId: enrollment._id } }, mentee),
    conversation: read,
    awaiting: async (role: 'mentee' | 'mentor' = 'mentor') => (await read(role)).awaiting,
    /** What each has been told, by the subjects of mails and the notices beside the messages'. */
    told: async () => ({
      nudges: (await outboxWith(test, mentor.email, 'Asha Rao waits for your answer')).length,
      late: (await outboxWith(test, mentor.email, 'Your answer to Asha Rao is late')).length,
      remedies: (await outboxWith(test, mentee.email, 'Vikram Iyer has not answered for seven days')).length,
      mentorAlerts: await alertsOf(test, mentor, conversationId),
      menteeAlerts: await alertsOf(test, mentee, conversationId),
    }),
  }
}
export type Questions = Awaited<ReturnType<typeof makeQuestions>>

/** By `told`, before anything is due. */
export const nothingTold = { nudges: 0, late: 0, remedies: 0, mentorAlerts: [], menteeAlerts: [] }

/** Asked at 20:00 by the mentor's clock, so that 16 hours later it is noon. */
export async function askedInTheEvening(test: TestApp, moderator: TestPerson) {
  const questions = await makeQuestions(test, moderator)
  await goToTimeOfDay(test, '20:00')
  const { createdAt } = await questions.ask()
  return { questions, since: new Date(createdAt) }
}

const alertsOf = async (test: TestApp, person: TestPerson, conversationId: string) =>
  (
    await test.app.db.pool.query<{ content: string }>(
      `select content from notification where account_id = $1 and conversation_id = $2 and type = 'alert'
       order by created_at, id`,
      [person.id, conversationId],
    )
  ).rows.map(({ content }) => content)

export const sweepResponses = (test: TestApp) => test.app.jobHandlers['response-times:sweep']({})

/** As the worker does a moment after what stands clocks still was changed; that asks for it. */
export async function runRequestedSweep(test: TestApp) {
  const { rows } = await test.app.db.pool.query(
    "delete from graphile_worker._private_jobs where key = 'response-times:standstills' returning id",
  )
  if (rows.length !== 1) throw new Error('No sweep of the clocks was asked for.')
  await sweepResponses(test)
}

/** As two processes would at the same time, and once more after a restart. */
export async function sweepThrice(test: TestApp) {
  await Promise.all([sweepResponses(test), sweepResponses(test)])
  await sweepResponses(test)
}
