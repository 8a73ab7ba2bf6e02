import { api } from '@marga/contract/api'
import { removedMessageText } from '@marga/contract/case-states'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outboxOf } from '../../testing/outbox.ts'
import { conversationOf, enroll, newMentee, newModerator, ok, type TestPerson } from '../../testing/people.ts'
import { decideTicket, raiseTicket, sanctionsOf } from '../../testing/sanctions.ts'
import { type Subscribed, subscribedPair, toldTo } from '../../testing/settled-sessions.ts'
import { connectSocket } from '../../testing/sockets.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let moderator: TestPerson
let pair: Subscribed
let address: string
beforeAll(async () => {
  test = await startTestApp()
  address = await test.listen()
  moderator = await newModerator(test)
  pair = await subscribedPair(test, moderator)
})
afterAll(() => test.close())

type Context = { kind: 'message' | 'review' | 'profile'; id: string }
const remove = async (by: TestPerson, accused: TestPerson, context: Context) => {
  const id = await raiseTicket(test, by, accused, context)
  ok(await decideTicket(test, moderator, id, { outcomes: [{ kind: 'remove_content' }] }))
}
const lift = async (accused: TestPerson) => {
  const [newest] = await sanctionsOf(test, moderator, accused)
  ok(
    await test.call(
      api.cases.lift,
      { params: { id: newest!._id }, body: { text: 'It may stay.' } },
      moderator,
    ),
  )
}

describe.each(['mentee', 'mentor'] as const)('a message of a %s that is removed', (author) => {
  const text = `Pay me outside of this site, says a ${author}`

  /** Everything that shows it: to either, the thread, the pair’s messages, the list; to the author, their export. */
  async function shownNow(conversationId: string) {
    const { mentee, mentor } = pair
    const ids = { menteeId: mentee.id, mentorId: mentor.id }
    const shown: string[] = []
    for (const person of [mentee, mentor]) {
      const chat = api.chat[person.role as 'mentee']
      const thread = ok(await test.call(chat.messages, { params: { conversationId }, query: {} }, person))
      const between = ok(await test.call(api.chat.pairMessages, { body: ids }, person))
      const own = { [`${person.role}Id`]: person.id } as { menteeId: string }
      const list = ok(await test.call(chat.conversations, { body: own, query: {} }, person))
      shown.push(thread.messages.at(-1)!.message, between.messages.at(-1)!.message)
      shown.push(list.conversations[0]!.lastMessage!.message)
    }
    const taken = ok(await test.call(api.accountSettings[author].export, {}, pair[author]))
    shown.push((taken.messages as { body: string }[]).at(-1)!.body)
    return shown
  }

  it('says so wherever it is shown, and is back when that is lifted', async () => {
    const conversationId = await conversationOf(test, pair.mentee, pair.mentor)
    const [by, accused] = author === 'mentor' ? [pair.mentee, pair.mentor] : [pair.mentor, pair.mentee]
    const body = { message: text, sender: accused.id }
    const sent = await test.call(
      api.chat[author as 'mentee'].send,
      { params: { conversationId }, body },
      accused,
    )
    const { _id: id } = ok(sent).responseFromMessageCreation
    const before = await shownNow(conversationId)
    expect(before).toEqual(before.map(() => text))
    const open = [await connectSocket(address, pair.mentee), await connectSocket(address, pair.mentor)]
    await remove(by, accused, { kind: 'message', id })
    expect(await shownNow(conversationId)).toEqual(before.map(() => removedMessageText))
    expect(JSON.stringify(await toldTo(test, by))).not.toContain(text)
    const others = ok(await test.call(api.accountSettings[by.role as 'mentee'].export, {}, by))
    expect(JSON.stringify(others)).not.toContain(text)
    await lift(accused)
    expect(await shownNow(conversationId)).toEqual(before)
    const told = [removedMessageText, text].map((message) => ({
      conversationId,
      _id: id,
      message,
      masked: false,
    }))
    for (const socket of open) await expect.poll(() => socket.of('messageChanged')).toEqual(told)
  })
})

describe('a review that is removed', () => {
  it('is gone and counts no more, in the profile and in the search; it is back when that is lifted', async () => {
    const { mentee, mentor } = await subscribedPair(test, moderator)
    const second = await newMentee(test)
    await enroll(test, second, mentor)
    const params = { mentorId: mentor.id }
    const review = (by: TestPerson, rating: number) =>
      test.call(api.reviews.put, { params, body: { rating, text: `Worth ${rating} stars, all in all.` } }, by)
    const { _id: id } = ok(await review(mentee, 1)).data
    ok(await review(second, 4))
    const shownNow = async () => {
      const { reviews, summary } = ok(await test.call(api.reviews.list, { params, query: {} }))
      const { mentorData } = ok(await test.call(api.mentors.profile, { params }))
      const { mentorsSearchResult } = ok(
        await test.call(api.search.mentors, { query: { search: 'Vikram', limit: 50 } }),
      )
      const card = mentorsSearchResult.find(({ _id }) => _id === mentor.id)!
      // By which the search orders.
      const { rows } = await test.app.db.pool.query<{ rating: number }>(
        'select rating::float as rating from mentor_search where mentor_id = $1',
        [mentor.id],
      )
      return {
        ratings: reviews.map(({ rating }) => rating).sort(),
        means: [summary.rating, mentorData.rating, card.rating, rows[0]!.rating],
        count: summary.count,
      }
    }
    const both = { ratings: [1, 4], means: [2.5, 2.5, 2.5, 2.5], count: 2 }
    expect(await shownNow()).toEqual(both)
    await remove(mentor, mentee, { kind: 'review', id })
    expect(await shownNow()).toEqual({ ratings: [4], means: [4, 4, 4, 4], count: 1 })
    await lift(mentee)
    expect(await shownNow()).toEqual(both)
  })
})

it('a review in whose place another stands by then is not said to be back', async () => {
  const { mentee, mentor } = await subscribedPair(test, moderator)
  const params = { mentorId: mentor.id }
  const review = (text: string) =>
    test.call(api.reviews.put, { params, body: { rating: 1, text } }, mentee).then(ok)
  const { _id: id } = (await review('The first words about this mentor.')).data
  await remove(mentor, mentee, { kind: 'review', id })
  await review('Other words, after the first were removed.')
  await lift(mentee)
  const [mail] = await outboxOf(test, mentee.email)
  expect(mail!.text).toContain('It may stay.')
  expect(mail!.subject).toBe('A removal is taken back')
  expect(mail!.text).not.toContain('is back where it was')
})

describe('a profile that is removed', () => {
  it('has no words about its mentor and no picture; both are back when that is lifted', async () => {
    const { mentee, mentor } = await subscribedPair(test, moderator)
    await test.app.db.pool.query(`update account set profile_image_url = '/images/face.webp' where id = $1`, [
      mentor.id,
    ])
    await test.app.db.pool.query(
      `update mentor_profile set short_bio = 'In one line' where account_id = $1`,
      [mentor.id],
    )
    const shownNow = async () => {
      const { mentorData } = ok(await test.call(api.mentors.profile, { params: { mentorId: mentor.id } }))
      const { bio, shortBio, profileImageUrl, jobTitle } = mentorData
      return { bio, shortBio, profileImageUrl, jobTitle }
    }
    const before = await shownNow()
    expect(before.bio).toContain('payment systems')
    expect(before.shortBio).toBe('In one line')
    await remove(mentee, mentor, { kind: 'profile', id: mentor.id })
    expect(await shownNow()).toEqual({ ...before, bio: '', shortBio: null, profileImageUrl: null })
    await lift(mentor)
    expect(await shownNow()).toEqual(before)
  })

  it('is removed once, for all that two decide about it at once', async () => {
    const { mentee, mentor } = await subscribedPair(test, moderator)
    const other = (await subscribedPair(test, moderator)).mentee
    await enroll(test, other, mentor)
    const context = { kind: 'profile', id: mentor.id } as const
    const raised = [
      await raiseTicket(test, mentee, mentor, context),
      await raiseTicket(test, other, mentor, context),
    ]
    const answers = await Promise.all(
      raised.map((id) => decideTicket(test, moderator, id, { outcomes: [{ kind: 'remove_content' }] })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(answers.find(({ status }) => status === 400)!.body).toMatchObject({
      fields: { 'outcomes.0.kind': expect.stringContaining('gone already') },
    })
    expect((await sanctionsOf(test, moderator, mentor)).map(({ kind }) => kind)).toEqual(['remove_content'])
  })
})

it('a reported profile of a mentee is kept with what others see of it, removed, and put back', async () => {
  const reported = await subscribedPair(test, moderator)
  const { id } = reported.mentee
  const set = { about: 'Pay me by bank transfer', profileImageUrl: '/images/face.webp' }
  await test.app.db.query.updateTable('account').set(set).where('id', '=', id).execute()
  const caseId = await raiseTicket(test, reported.mentor, reported.mentee, { kind: 'profile', id })
  const { evidence } = ok(await test.call(api.cases.get, { params: { id: caseId } }, moderator))
  expect(evidence.profile).toMatchObject({ ...set, jobTitle: '', expertise: [] })
  ok(await decideTicket(test, moderator, caseId, { outcomes: [{ kind: 'remove_content' }] }))
  const shownNow = () =>
    test.app.db.query
      .selectFrom('account')
      .select(['about', 'profileImageUrl'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  expect(await shownNow()).toEqual({ about: null, profileImageUrl: null })
  await lift(reported.mentee)
  expect(await shownNow()).toEqual(set)
})
