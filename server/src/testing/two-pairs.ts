import { api } from '@marga/contract/api'
import {
  conversationOf,
  enroll,
  hoursAhead,
  newMentee,
  newMentor,
  ok,
  publish,
  type TestPerson,
} from './people.ts'
import type { TestApp } from './test-app.ts'

/** What a mentee and a mentor have with each other: one of everything that a call can be about. */
export type PairWorld = {
  mentee: TestPerson
  mentor: TestPerson
  slotId: string
  openSlotId: string
  introSlotId: string
  conversationId: string
  communityMessages: { mentee: string; mentor: string }
  notifications: { mentee: string; mentor: string }
  sessions: { mentee: string; mentor: string }
  reviewId: string
  ticketId: string
  enrollmentId: string
  paymentId: string
  priceId: string
  /** Stands in every private text of the pair: nobody else may be answered it. */
  secret: string
}

/** @param hour of the booked slot, from now: another one for every pair */
export async function makePair(
  test: TestApp,
  moderator: TestPerson,
  secret: string,
  hour: number,
): Promise<PairWorld> {
  const mentor = await newMentor(test, moderator)
  const mentee = await newMentee(test)
  const enrollment = await enroll(test, mentee, mentor)
  const slot = await publish(test, mentor, hoursAhead(test, hour))
  ok(
    await test.call(
      api.slots.book,
      { body: { slotId: slot._id, values: { menteeId: mentee.id, title: secret, description: secret } } },
      mentee,
    ),
  )
  const open = await publish(test, mentor, hoursAhead(test, hour + 2))
  const intro = await publish(test, mentor, hoursAhead(test, hour + 4), 'intro')
  const conversationId = await conversationOf(test, mentee, mentor)
  const pair: Pair = { test, mentee, mentor, secret }
  const communityMessages = await writeToEachOther(pair, conversationId)
  ok(
    await test.call(
      api.live.saveNotes,
      { params: { slotId: slot._id }, body: { text: secret, version: 0 } },
      mentee,
    ),
  )
  const ticket = await reviewAndComplain(pair)
  ok(
    await test.call(
      api.accountSettings.editMenteeProfile,
      { params: { menteeId: mentee.id }, body: { about: secret } },
      mentee,
    ),
  )
  const { reviews } = ok(await test.call(api.reviews.list, { params: { mentorId: mentor.id }, query: {} }))
  const { mentorData } = ok(await test.call(api.mentors.profile, { params: { mentorId: mentor.id } }))
  const { checkout, notifications, sessions } = await findRows(pair)
  return {
    mentee,
    mentor,
    slotId: slot._id,
    openSlotId: open._id,
    introSlotId: intro._id,
    conversationId,
    communityMessages,
    notifications,
    sessions,
    reviewId: reviews[0]!._id,
    ticketId: ticket._id,
    enrollmentId: enrollment._id,
    paymentId: checkout.id,
    priceId: mentorData.stripePriceId!,
    secret,
  }
}

type Pair = Pick<PairWorld, 'mentee' | 'mentor' | 'secret'> & { test: TestApp }

/** In the chat and in the mentor's community. @returns the messages in the community */
async function writeToEachOther({ test, mentee, mentor, secret }: Pair, conversationId: string) {
  const say = (person: TestPerson, chat: typeof api.chat.mentee | typeof api.chat.mentor) =>
    test.call(
      chat.send as typeof api.chat.mentee.send,
      { params: { conversationId }, body: { message: secret, sender: person.id } },
      person,
    )
  ok(await say(mentee, api.chat.mentee))
  ok(await say(mentor, api.chat.mentor))
  const post = async (person: TestPerson) =>
    ok(
      await test.call(
        api.community.send,
        { params: { mentorId: mentor.id }, body: { message: secret } },
        person,
      ),
    ).data._id
  return { mentee: await post(mentee), mentor: await post(mentor) }
}

/** @returns the ticket */
async function reviewAndComplain({ test, mentee, mentor, secret }: Pair) {
  ok(
    await test.call(
      api.reviews.put,
      { params: { mentorId: mentor.id }, body: { rating: 5, text: 'Explains patiently and to the point.' } },
      mentee,
    ),
  )
  return ok(
    await test.call(
      api.tickets.raiseAsMentee,
      { params: { menteeId: mentee.id }, body: { complaint: { accusedId: mentor.id }, content: secret } },
      mentee,
    ),
  ).data
}

/** Ids that are read from the database. */
async function findRows({ test, mentee, mentor }: Pair) {
  const checkout = await test.app.db.query
    .selectFrom('checkout')
    .select('id')
    .where('menteeId', '=', mentee.id)
    .executeTakeFirstOrThrow()
  const firstNotice = async (accountId: string) =>
    (
      await test.app.db.query
        .selectFrom('notification')
        .select('id')
        .where('accountId', '=', accountId)
        .executeTakeFirstOrThrow()
    ).id
  const session = async (accountId: string) =>
    (
      await test.app.db.query
        .selectFrom('loginSession')
        .select('id')
        .where('accountId', '=', accountId)
        .executeTakeFirstOrThrow()
    ).id
  return {
    checkout,
    notifications: { mentee: await firstNotice(mentee.id), mentor: await firstNotice(mentor.id) },
    sessions: { mentee: await session(mentee.id), mentor: await session(mentor.id) },
  }
}
