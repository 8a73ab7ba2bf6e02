import { api } from '@marga/contract/api'
import { wallClock } from '@marga/contract/wall-clock'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { after, minutesMs } from '../platform/clock.ts'
import { type DemoLogin, type DemoPeopleSignedIn, signInDemoPeople } from '../testing/demo-people.ts'
import { ok } from '../testing/people.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { isWaking } from './demo-times.ts'
import { loadDemo } from './load-demo.ts'

let test: TestApp
let people: DemoPeopleSignedIn
let mentee: DemoLogin
let mentor: DemoLogin

/** Started while everyone of the demo is asleep: half past three in the morning. */
beforeAll(async () => {
  test = await startTestApp()
  const { minutes } = wallClock(test.app.clock.now(), 'Asia/Kolkata')
  const untilHalfPastThree = minutesMs((3 * 60 + 30 - minutes + 24 * 60) % (24 * 60))
  await test.app.clock.moveTo(test.app.db, after(test.app.clock.now(), untilHalfPastThree))
  await loadDemo(test.app)
  await test.app.ledgerOpening.open()
  people = await signInDemoPeople(test)
  mentee = people.mentee
  mentor = people.mentor
})
afterAll(() => test.close())

const own = () => ({ params: { menteeId: mentee.id } })
const conversations = async () =>
  ok(await test.call(api.chat.mentee.conversations, { body: { menteeId: mentee.id }, query: {} }, mentee))
    .conversations

describe('the demo mentee', () => {
  it('has a receipt for each month of each subscription, and none else', async () => {
    const subscribed = await people.subscriptions()
    const { payments } = ok(await test.call(api.enrollments.payments, { ...own(), query: {} }, mentee))
    expect(subscribed).toHaveLength(2)
    expect(new Set(payments.map(({ mentorId }) => mentorId._id))).toEqual(
      new Set(subscribed.map(({ mentorId }) => mentorId._id)),
    )
    const amounts = new Map(subscribed.map(({ mentorId, amount }) => [mentorId._id, amount]))
    for (const { mentorId, amount } of payments) expect(amount).toBe(amounts.get(mentorId._id))
    const months = await test.app.db.query
      .selectFrom('enrollment')
      .select('periodNo')
      .where('menteeId', '=', mentee.id)
      .execute()
    expect(payments).toHaveLength(months.reduce((sum, { periodNo }) => sum + periodNo, 0))
  })

  it('has calls that are the sessions: one spent for each that took place, one held for each ahead', async () => {
    const [past, upcoming] = [await people.sessions('past'), await people.sessions('upcoming')]
    for (const { _id: enrollmentId, mentorId, callsLeft, extraCalls } of await people.subscriptions()) {
      const params = { enrollmentId }
      const { calls } = ok(await test.call(api.sessionCredits.list, { params, query: {} }, mentee))
      const count = (status: string) => calls.filter((call) => call.status === status).length
      const withMentor = (slots: typeof past) =>
        slots.filter((slot) => slot.mentorId._id === mentorId._id && slot.type === 'session').length
      expect(count('spent')).toBe(withMentor(past))
      expect(count('held')).toBe(withMentor(upcoming))
      expect(count('free')).toBe(callsLeft + extraCalls.reduce((sum, extra) => sum + extra.count, 0))
      expect(count('free')).toBeGreaterThanOrEqual(2)
    }
  })

  it('has notes of sessions that took place, readable by both, and one mentor who waits for a review', async () => {
    const past = (await people.sessions('past')).filter(({ type }) => type === 'session')
    expect(past.length).toBeGreaterThanOrEqual(4)
    for (const { _id: slotId, status } of past) {
      expect(status).toBe('completed')
      expect(ok(await test.call(api.live.notes, { params: { slotId } }, mentee)).text.length).toBeGreaterThan(
        20,
      )
    }
    const withMentor = past.find(({ mentorId }) => mentorId._id === mentor.id)!
    const params = { slotId: withMentor._id }
    expect(ok(await test.call(api.live.notes, { params }, mentor)).version).toBe(1)
    const reviewed = await Promise.all(
      (await people.subscriptions()).map(async ({ mentorId }) => {
        const of = { params: { mentorId: mentorId._id } }
        return ok(await test.call(api.mentors.profile, of, mentee)).ownReview !== null
      }),
    )
    expect(reviewed.sort()).toEqual([false, true])
  })

  it('has three conversations, and as many unread as the messages say', async () => {
    const all = await conversations()
    expect(all).toHaveLength(3)
    const unread = all.filter(({ unreadCount }) => unreadCount > 0)
    const counted = ok(await test.call(api.chat.mentee.unread, { query: { menteeId: mentee.id } }, mentee))
    expect(counted.unreadConversations).toBe(unread.length)
    expect(unread).toHaveLength(1)
    for (const { _id: conversationId, unreadCount, lastMessage } of all) {
      const { messages } = ok(
        await test.call(api.chat.mentee.messages, { params: { conversationId }, query: {} as never }, mentee),
      )
      expect(messages.at(-1)!._id).toBe(lastMessage!._id)
      const atTheEnd = messages.slice(messages.length - unreadCount)
      expect(atTheEnd.map(({ sender }) => sender.senderType)).toEqual(atTheEnd.map(() => 'mentor'))
    }
    expect(counted.communities).toEqual([{ mentorId: mentor.id, unread: 1 }])
  })

  it('has eight different notifications, of things that happened', async () => {
    const { notifications } = ok(
      await test.call(api.notifications.mentee.list, { params: { ownId: mentee.id }, query: {} }, mentee),
    )
    expect(new Set(notifications.map(({ content }) => content)).size).toBe(8)
    const told = notifications.map(({ content }) => content).join('\n')
    for (const { mentorId } of await people.subscriptions()) expect(told).toContain(mentorId.firstName)
    const times = notifications.map(({ createdAt }) => Date.parse(createdAt))
    expect(Math.max(...times)).toBeLessThan(test.app.clock.now().getTime())
  })
})

describe('everyone', () => {
  it('writes while awake, and never later than now', async () => {
    const rows = await test.app.db.query
      .selectFrom('message')
      .innerJoin('account', 'account.id', 'message.senderId')
      .select(['message.createdAt', 'account.timeZone'])
      .unionAll((eb) =>
        eb
          .selectFrom('communityMessage')
          .innerJoin('account', 'account.id', 'communityMessage.senderId')
          .select(['communityMessage.createdAt', 'account.timeZone']),
      )
      .execute()
    expect(rows.length).toBeGreaterThan(500)
    const asleep = rows.filter(
      ({ createdAt, timeZone }) => !isWaking(wallClock(createdAt, timeZone!).minutes),
    )
    expect(asleep).toEqual([])
    expect(rows.filter(({ createdAt }) => createdAt > test.app.clock.now())).toEqual([])
  })

  it('has on the card the reviews that the profile lists, from 3.5 stars up to 5', async () => {
    const { mentorsSearchResult: cards } = ok(
      await test.call(api.search.mentors, { query: { limit: 100 } as never }),
    )
    for (const { _id: mentorId, reviewCount, rating } of cards) {
      const { summary, reviews } = ok(
        await test.call(api.reviews.list, { params: { mentorId }, query: { limit: 100 } as never }),
      )
      expect(summary.count).toBe(reviewCount)
      expect(reviews).toHaveLength(reviewCount)
      if (rating === null) continue
      const mean = reviews.reduce((sum, review) => sum + review.rating, 0) / reviews.length
      expect(rating).toBeCloseTo(mean, 1)
    }
    const ratings = cards.flatMap(({ rating }) => rating ?? [])
    expect(ratings.filter((rating) => rating === 5).length).toBeGreaterThanOrEqual(3)
    expect(ratings.filter((rating) => rating < 4).length).toBeGreaterThanOrEqual(3)
  })

  it('finds six or more for the skills that are asked for most, and some for what the new mentee wants', async () => {
    const of = { params: { menteeId: people.newMentee.id } }
    const { interests } = ok(
      await test.call(api.accountSettings.menteeProfile, of, people.newMentee),
    ).menteeProfileDetails
    const found = async (search: string) =>
      ok(await test.call(api.search.mentors, { query: { search, limit: 100 } as never })).mentorsSearchResult
        .length
    for (const skill of ['System design', 'Interview preparation', 'Python', 'Career growth', 'SQL', 'Excel'])
      expect(await found(skill), skill).toBeGreaterThanOrEqual(6)
    expect(interests).toHaveLength(3)
    for (const interest of interests) expect(await found(interest), interest).toBeGreaterThanOrEqual(3)
  })

  it('talks in the community, where its members alone write', async () => {
    const params = { mentorId: mentor.id }
    const { messages, members } = ok(
      await test.call(api.community.messages, { params, query: {} as never }, mentee),
    )
    const { enrolledMentees } = ok(
      await test.call(api.enrollments.subscribedMentees, { params, query: {} }, mentor),
    )
    expect(members).toBe(enrolledMentees.length + 1)
    const writers = new Set(messages.map(({ sender }) => sender.senderId._id))
    expect(writers.size).toBeGreaterThanOrEqual(5)
    const known = new Set([mentor.id, ...enrolledMentees.map(({ menteeId }) => menteeId._id)])
    expect([...writers].filter((id) => !known.has(id))).toEqual([])
  })
})
