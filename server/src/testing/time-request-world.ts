import { api } from '@marga/contract/api'
import { hoursMs } from '../platform/clock.ts'
import { enroll, newMentee, newMentor, ok, type TestPerson } from './people.ts'
import type { TestApp } from './test-app.ts'

/** Pairs of whom one asks the other for times. */
export function makeTimeRequestWorld(test: TestApp, moderator: TestPerson) {
  const query = (sql: string, values: unknown[] = []) => test.app.db.pool.query(sql, values)
  return {
    query,
    ahead: (hours: number) => ahead(test, hours),
    sweep: () => test.app.jobHandlers['time-requests:sweep']({}),
    makePair: () => makePair(test, moderator, query),
    told: async (person: TestPerson, words: string) =>
      (await noticesOf(test, person)).filter(({ content }) => content.includes(words)),
  }
}
type Query = ReturnType<typeof makeTimeRequestWorld>['query']

/** Whole hours from now, by the product's clock. */
const ahead = (test: TestApp, hours: number) =>
  new Date((Math.ceil(test.app.clock.now().getTime() / hoursMs(1)) + hours) * hoursMs(1))

async function makePair(test: TestApp, moderator: TestPerson, query: Query) {
  const mentor = await newMentor(test, moderator)
  const mentee = await newMentee(test)
  const { _id: enrollmentId } = await enroll(test, mentee, mentor)
  const ask = (starts: readonly Date[], text?: string, by: TestPerson = mentee) =>
    test.call(
      api.timeRequests.ask,
      { body: { mentorId: mentor.id, starts: [...starts], ...(text ? { text } : {}) } as never },
      by,
    )
  const answer = (id: string, accept: Date | null, by: TestPerson = mentor) =>
    test.call(api.timeRequests.answer, { params: { id }, body: { accept } as never }, by)
  const asked = async (starts: readonly Date[], text?: string) => ok(await ask(starts, text)).request._id
  const slots = async () =>
    (
      await query('select id, status, starts_at from slot where mentor_id = $1 order by starts_at', [
        mentor.id,
      ])
    ).rows as { id: string; status: string; starts_at: Date }[]
  const statusOf = async (id: string) =>
    (await query('select status from time_request where id = $1', [id])).rows[0].status as string
  return { mentor, mentee, enrollmentId, ask, asked, answer, slots, statusOf }
}

const noticesOf = async (test: TestApp, person: TestPerson) => {
  const { list } = person.role === 'mentor' ? api.notifications.mentor : api.notifications.mentee
  const input = { params: { ownId: person.id }, query: {} }
  return ok(await test.call(list as typeof api.notifications.mentee.list, input, person)).notifications
}
