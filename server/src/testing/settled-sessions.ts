import { api } from '@marga/contract/api'
import type { MemberRole } from '@marga/contract/roles'
import { book, enroll, newMentee, newMentor, ok, publish, type TestPerson } from './people.ts'
import type { TestApp } from './test-app.ts'

export const hourMs = 3_600_000
export const minuteMs = 60_000

/** Moves the product's clock on, which nobody is signed out by, and does nothing of what falls due. */
export const passTime = (test: TestApp, ms: number) =>
  test.app.clock.moveTo(test.app.db, new Date(test.app.clock.now().getTime() + ms))

/** The whole hour that lies so many hours ahead of the product's clock. */
export const hourAhead = (test: TestApp, hours: number) =>
  new Date((Math.ceil(test.app.clock.now().getTime() / hourMs) + hours) * hourMs)

export type Subscribed = { mentee: TestPerson; mentor: TestPerson; enrollmentId: string }

export async function subscribedPair(test: TestApp, moderator: TestPerson): Promise<Subscribed> {
  const mentor = await newMentor(test, moderator)
  const mentee = await newMentee(test)
  const { _id: enrollmentId } = await enroll(test, mentee, mentor)
  return { mentee, mentor, enrollmentId }
}

/** A booked session that lies so many hours ahead. */
export async function bookedSession(test: TestApp, { mentee, mentor }: Subscribed, hours = 1) {
  const slot = await publish(test, mentor, hourAhead(test, hours))
  ok(await book(test, mentee, slot._id))
  return slot
}

/** A session that was booked, met in by whoever was there for half an hour, and settled. */
export async function settledSession(test: TestApp, pair: Subscribed, present: readonly MemberRole[]) {
  const slot = await bookedSession(test, pair)
  const start = Date.parse(slot.start)
  for (const side of present) {
    const leftAt = new Date(start + 30 * minuteMs)
    await test.app.db.query
      .insertInto('liveStay')
      .values({
        ...{ id: test.app.newId(), slotId: slot._id, accountId: pair[side].id },
        connectionId: test.app.newId(),
        ...{ joinedAt: new Date(start), seenAt: leftAt, leftAt },
      })
      .execute()
  }
  await passTime(test, start + hourMs + 17 * minuteMs - test.app.clock.now().getTime())
  await test.app.jobHandlers['live:settle']({})
  return slot
}

export const contestAs = (test: TestApp, person: TestPerson, slotId: string, text = contestText) =>
  test.call(
    person.role === 'mentor' ? api.disputes.contestsOfMentor.raise : api.disputes.contestsOfMentee.raise,
    { body: { slotId, text } },
    person,
  )
export const contestText = 'I was in the room for half an hour, and nobody else was.'

export const answerContest = (
  test: TestApp,
  person: TestPerson,
  id: string,
  form: { agree: boolean; text?: string },
) =>
  test.call(
    person.role === 'mentor' ? api.disputes.contestsOfMentor.answer : api.disputes.contestsOfMentee.answer,
    { params: { id }, body: form },
    person,
  )

/** How a session is recorded. */
export const sessionRow = (test: TestApp, slotId: string) =>
  test.app.db.query
    .selectFrom('slot')
    .select(['status', 'missedBy'])
    .where('id', '=', slotId)
    .executeTakeFirstOrThrow()

/** As the mentee sees the subscription. */
export async function enrollmentOf(test: TestApp, { mentee, enrollmentId }: Subscribed) {
  const { allMentorsSubscribed } = ok(
    await test.call(api.enrollments.subscribedMentors, { params: { menteeId: mentee.id } }, mentee),
  )
  return allMentorsSubscribed.find(({ _id }) => _id === enrollmentId)!
}

/** The notifications of somebody, newest first. */
export async function toldTo(test: TestApp, { id, role, token }: TestPerson) {
  const params = { ownId: id }
  const { notifications } = ok(
    await test.call(api.notifications[role].list, { params, query: { limit: 50 } }, { token }),
  )
  return notifications
}
