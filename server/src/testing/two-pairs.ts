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
import { sampleStart } from './sample-input.ts'
import { spareCredits } from './session-credits.ts'
import type { TestApp } from './test-app.ts'

/** What a mentee and a mentor have with each other: one of everything that a call can be about. */
export type PairWorld = {
  mentee: TestPerson
  mentor: TestPerson
  slotId: string
  openSlotId: string
  introSlotId: string
  /** Booked so far ahead that it can be moved. */
  movableSlotId: string
  /** Which each side has to answer. */
  moveProposals: { mentee: string; mentor: string }
  /** Open, for the same time as the proposals. */
  timeRequestId: string
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
  const pair: Pair = { test, mentee, mentor, secret }
  const slotId = await bookSecretSession(pair, hour)
  const open = await publish(test, mentor, hoursAhead(test, hour + 2))
  const intro = await publish(test, mentor, hoursAhead(test, hour + 4), 'intro')
  const movable = await bookAhead(test, { mentee, mentor }, hour + 60)
  const moveProposals = await proposeMoves(test, { mentee, mentor }, hour)
  const timeRequestId = await askForTime(pair)
  const conversationId = await conversationOf(test, mentee, mentor)
  const communityMessages = await writeToEachOther(pair, conversationId)
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
    slotId,
    openSlotId: open._id,
    introSlotId: intro._id,
    movableSlotId: movable._id,
    moveProposals,
    timeRequestId,
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

type Two = { mentee: TestPerson; mentor: TestPerson }

async function bookAhead(test: TestApp, { mentee, mentor }: Two, hour: number) {
  const { _id: slotId } = await publish(test, mentor, hoursAhead(test, hour))
  return ok(await test.call(api.slots.book, { body: { slotId, values: { menteeId: mentee.id } } }, mentee))
    .data
}

/** One of each side, for a session each. */
async function proposeMoves(test: TestApp, two: Two, hour: number) {
  const starts = [sampleStart.toISOString()]
  const byMentor = { slotId: (await bookAhead(test, two, hour + 62))._id, starts }
  const byMentee = { slotId: (await bookAhead(test, two, hour + 64))._id, starts }
  const { proposal: toMentee } = ok(
    await test.call(api.moves.ofMentor.propose, { body: byMentor }, two.mentor),
  )
  const { proposal: toMentor } = ok(
    await test.call(api.moves.ofMentee.propose, { body: byMentee }, two.mentee),
  )
  // Their two sessions stay booked; what they cost is given back, so that the pair can go on booking.
  await spareCredits(test.app.db.pool, two.mentee.id)
  return { mentee: toMentee._id, mentor: toMentor._id }
}

/** @returns the request */
async function askForTime({ test, mentee, mentor, secret }: Pair): Promise<string> {
  const body = { mentorId: mentor.id, starts: [sampleStart.toISOString()], text: secret }
  return ok(await test.call(api.timeRequests.ask, { body }, mentee)).request._id
}

type Pair = Pick<PairWorld, 'mentee' | 'mentor' | 'secret'> & { test: TestApp }

/** A session of which title, description and notes are the pair's alone. @returns its slot */
async function bookSecretSession({ test, mentee, mentor, secret }: Pair, hour: number): Promise<string> {
  const { _id: slotId } = await publish(test, mentor, hoursAhead(test, hour))
  const values = { menteeId: mentee.id, title: secret, description: secret }
  ok(await test.call(api.slots.book, { body: { slotId, values } }, mentee))
  ok(await test.call(api.live.saveNotes, { params: { slotId }, body: { text: secret, version: 0 } }, mentee))
  return slotId
}

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
