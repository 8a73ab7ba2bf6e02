import { api } from '@marga/contract/api'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outboxOf, outboxWith } from '../../testing/outbox.ts'
import {
  enroll,
  mentorForm,
  newApplicant,
  newMentee,
  newMentor,
  newModerator,
  ok,
  type TestPerson,
  testPassword,
} from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let moderator: TestPerson
let quiet: TestPerson
let mentor: TestPerson
let mentee: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  moderator = await newModerator(test)
  quiet = await newModerator(test)
  mentor = await newMentor(test, moderator)
  mentee = await newMentee(test)
  await enroll(test, mentee, mentor)
  ok(
    await test.call(
      api.accountSettings.moderator.editPreferences,
      { params: { ownId: quiet.id }, body: { email: { cases: false } } },
      quiet,
    ),
  )
})
afterAll(() => test.close())

const noticesOf = async (person: TestPerson) => {
  const { rows } = await test.app.db.pool.query<{ content: string; link: string }>(
    'select content, link from notification where account_id = $1 order by created_at, id',
    [person.id],
  )
  return rows
}
const raise = async () => {
  const body = { complaint: { accusedId: mentor.id }, content: 'He was rude to me in our session.' }
  return ok(await test.call(api.tickets.raiseAsMentee, { params: { menteeId: mentee.id }, body }, mentee))
    .data
}

describe('moderators', () => {
  it('hear of an invitation and of who accepts it, whatever they have switched off', async () => {
    const email = 'meera@example.com'
    ok(await test.call(api.moderators.invite, { body: { email } }, moderator))
    const link = '/moderator/moderators'
    const invited = { content: 'Moderator invited someone to moderate', link }
    expect(await noticesOf(quiet)).toContainEqual(invited)
    expect(await noticesOf(moderator)).not.toContainEqual(invited)
    // The session may have been somebody else's: its owner has the mailbox.
    for (const { email: to } of [moderator, quiet])
      expect((await outboxWith(test, to, invited.content))[0]!.text).toContain(email)

    const [mail] = await outboxOf(test, email)
    const token = /accept-invitation\?token=([\w-]+)/.exec(mail!.text)![1]!
    const body = { token, name: 'Meera Nair', password: testPassword }
    ok(await test.call(api.moderators.acceptInvitation, { body }))
    const joined = { content: 'Meera Nair moderates now', link }
    for (const each of [moderator, quiet]) {
      expect(await noticesOf(each)).toContainEqual(joined)
      expect((await outboxWith(test, each.email, joined.content))[0]!.text).toContain(email)
    }
  })

  it('hear of each new ticket, by mail unless they have switched that off', async () => {
    const link = `/moderator/cases/${(await raise())._id}`
    const notice = { content: 'New ticket about Vikram Iyer', link }
    for (const each of [moderator, quiet]) expect(await noticesOf(each)).toContainEqual(notice)
    const [mail] = await outboxWith(test, moderator.email, 'New ticket')
    expect(mail!.text).toContain('Asha Rao raised a ticket about Vikram Iyer.')
    expect(mail!.text).toContain(`http://localhost:3999${link}`)
    // What people write to moderators stays out of mailboxes.
    expect(mail!.text).not.toContain('rude')
    expect(await outboxWith(test, quiet.email, 'New ticket')).toEqual([])
  })

  it('hear of each new application, and end the mails by their link', async () => {
    const form = mentorForm()
    await newApplicant(test, moderator, { ...form, firstName: 'Nandini' })
    expect(await noticesOf(quiet)).toContainEqual({
      content: 'New application from Nandini Iyer',
      link: expect.stringMatching(/^\/moderator\/cases\//),
    })
    const [mail] = await outboxWith(test, moderator.email, 'New application from Nandini')
    const link = /http\S+(\/api\/unsubscribe\/[\w-]+)/.exec(mail!.text)![1]!
    expect((await test.request('POST', link)).status).toBe(200)
    const { preferences } = ok(
      await test.call(
        api.accountSettings.moderator.preferences,
        { params: { ownId: moderator.id } },
        moderator,
      ),
    )
    expect(preferences).toEqual({ email: { cases: false } })
  })
})

it('a block from the list of people is told to the moderators who have it open, and so is its end', async () => {
  const heard: unknown[] = []
  const blocked = await newMentee(test)
  const socket = io(await test.listen(), {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
  })
  const change = async (isBlocked: boolean) => {
    const body = { menteeId: blocked.id, isBlocked }
    ok(await test.call(api.moderation.changeMenteeStatus, { body }, moderator))
  }
  try {
    socket.on('cases', (event) => heard.push(event))
    socket.emit('setup', { role: 'moderator', userId: quiet.id, token: quiet.token })
    await new Promise((resolve) => socket.once('connected', resolve))
    await change(true)
    await expect.poll(() => heard).toEqual([{ kind: 'person' }])
    await change(false)
    await expect.poll(() => heard).toEqual([{ kind: 'person' }, { kind: 'person' }])
  } finally {
    socket.close()
  }
})

describe('a decision', () => {
  const decide = (ticketId: string, action: 'block' | 'dismiss') =>
    test.call(api.tickets.decide, { body: { ticketId, action, note: 'Seen before.' } }, moderator)

  it('not to act is told to whoever raised the ticket, and to nobody else', async () => {
    const before = await noticesOf(mentor)
    ok(await decide((await raise())._id, 'dismiss'))
    const said = 'We have read your ticket about Vikram Iyer and decided not to act.'
    expect(await noticesOf(mentee)).toContainEqual({ content: said, link: '/mentees/tickets' })
    const [mail] = await outboxWith(test, mentee.email, 'Your ticket about Vikram Iyer')
    expect(mail!.text).toContain(said)
    expect(mail!.text).not.toContain('Seen before.')
    expect(await noticesOf(mentor)).toEqual(before)
  })

  it('to block is told to both, and the accused never learns who raised it', async () => {
    ok(await decide((await raise())._id, 'block'))
    expect((await noticesOf(mentee)).map(({ content }) => content)).toContain(
      'We have blocked Vikram Iyer. They can no longer sign in, write or meet anyone here.',
    )
    const [mail] = await outboxWith(test, mentor.email, 'Your account is blocked')
    // Nobody set CONTACT_EMAIL: the first moderator's address takes its place.
    expect(mail!.text).toContain(`write to ${moderator.email}`)
    const all = JSON.stringify([await outboxOf(test, mentor.email), await noticesOf(mentor)])
    for (const secret of ['rude', mentee.id, 'raised a ticket']) expect(all).not.toContain(secret)
    const { contactEmail } = ok(await test.call(api.installation.config, {}))
    expect(contactEmail).toBe(moderator.email)

    const body = { mentorId: mentor.id, isBlocked: false }
    ok(await test.call(api.moderation.changeMentorStatus, { body }, moderator))
    expect(await outboxWith(test, mentor.email, 'Your account is unblocked')).toHaveLength(1)
  })
})
