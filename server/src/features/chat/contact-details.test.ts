import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  enroll,
  hoursAhead,
  newMentee,
  newMentor,
  newModerator,
  ok,
  publish,
  type TestPerson,
} from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { hiddenDetail, hideContactDetails } from './contact-details.rules.ts'

describe('contact details', () => {
  it.each([
    '9876543210',
    '+91 98765 43210',
    '+91-98765-43210',
    '098765 43210',
    '(987) 654-3210',
    '9 8 7 6 5 4 3 2 1 0',
    '98.76.54.32.10',
    '९८७६५४३२१०',
    '+44 20 7946 0958',
    'nine eight seven six five four three two one zero',
    'asha@example.com',
    'asha.rao+x@mail.example.co.in',
    'asha @ example . com',
    'asha (at) example (dot) com',
    'asha at example dot com',
    'asha＠example.com',
    'asha@okhdfcbank',
    '9876543210@paytm',
    'asha.rao-1@ybl',
  ])('%s is hidden', (detail) => {
    const { text, masked } = hideContactDetails(`Write to ${detail}, please.`)
    expect([text.replace(/[ ,]+/g, ' '), masked]).toEqual([`Write to ${hiddenDetail} please.`, true])
  })

  it.each([
    'See you on 2026-11-21 at 10:30.',
    'It costs ₹1500 a month, or 12000 for eight.',
    'I have 10 years of experience, 6 of them with C++ and node.js.',
    'Version 20.19.0 or 22.12.0 works; 18.20.4 does not.',
    'Meet me at noon. Look at example three dot seven.',
    'for (let i = 0; i < 1000000; i++) sum += i',
    '1234567890123456 is a long number',
    'one two three, go!',
    'See https://example.com/a?b=1',
  ])('%s is left as it is', (text) => {
    expect(hideContactDetails(text)).toEqual({ text, masked: false })
  })
})

describe('contact details in long texts', () => {
  const runs = ['a', 'a.', 'a-', '9', '9 ', ' ', 'a at ', 'a@', 'a@bb.', '(at) ', 'one ', '(', '+', '٣']

  it.each(runs)('a detail after and before 5,000 characters of %j is hidden', (part) => {
    const run = part.repeat(5_000 / part.length)
    for (const text of [`${run}| asha@example.com`, `asha@example.com |${run}`]) {
      expect(hideContactDetails(text)).toMatchObject({
        masked: true,
        text: expect.not.stringContaining('asha@'),
      })
    }
  })

  it.each(['a', 'a.', '9', ' ', 'at ', '.', '(', 'dot '])(
    '5,000 characters of %j without a detail stay as they are',
    (part) => {
      const text = part.repeat(5_000 / part.length)
      expect(hideContactDetails(text)).toEqual({ text, masked: false })
    },
  )

  it('the name of an address may be as long as the message', () => {
    expect(hideContactDetails(`${'a.'.repeat(2_400)}a@example.com`).text).toBe(hiddenDetail)
    expect(hideContactDetails(`${'a'.repeat(4_900)} at example dot com`).text).toBe(hiddenDetail)
    expect(hideContactDetails(`${'9'.repeat(4_900)}@ybl`).text).toBe(hiddenDetail)
  })

  it.each(['a@bb.in-c@dd.in', 'x@yy.in1@zz.in', 'a@bb.in_c@dd.in.e@ff.in'])(
    '%s hides all of them',
    (text) => {
      expect(hideContactDetails(text).text).not.toMatch(/@[a-z]/)
    },
  )
})

describe('in the conversation of an intro call', () => {
  let test: TestApp
  let mentor: TestPerson
  let mentee: TestPerson
  let conversationId: string
  beforeAll(async () => {
    test = await startTestApp()
    mentor = await newMentor(test, await newModerator(test))
    mentee = await newMentee(test)
    const slot = await publish(test, mentor, hoursAhead(test, 5), 'intro')
    ok(await test.call(api.slots.bookIntro, { body: { mentorId: mentor.id, slotId: slot._id } }, mentee))
    const { conversations } = ok(
      await test.call(api.chat.mentee.open, { body: { mentorId: mentor.id } }, mentee),
    )
    conversationId = conversations._id
  })
  afterAll(() => test.close())

  const send = async (person: TestPerson, message: string) =>
    ok(
      await test.call(
        api.chat[person.role as 'mentee'].send,
        { params: { conversationId }, body: { message, sender: person.id } },
        person,
      ),
    ).responseFromMessageCreation

  it('both sides’ details are hidden, the sender is told, and neither the database nor a mail has them', async () => {
    for (const person of [mentee, mentor]) {
      const sent = await send(person, 'Call me: 98765 43210')
      expect([sent.message, sent.masked]).toEqual([`Call me: ${hiddenDetail}`, true])
    }
    const plain = await send(mentee, 'What do you teach?')
    expect([plain.message, plain.masked]).toEqual(['What do you teach?', false])
    const { rows } = await test.app.db.pool.query("select 1 from message where body like '%43210%'")
    expect(rows).toEqual([])
  })

  it('they stay hidden after a payment that was refused at once', async () => {
    const { _id } = await enroll(test, mentee, mentor)
    const { pool } = test.app.db
    await pool.query(
      "update session_credit set status = 'refunded', because = 'payment_refunded' where enrollment_id = $1",
      [_id],
    )
    await pool.query(
      "update enrollment set status = 'ended', end_reason = 'full', ended_at = now() where id = $1",
      [_id],
    )
    expect((await send(mentee, 'Write to asha@example.com')).masked).toBe(true)
  })

  it('nothing is hidden any more from the first payment on', async () => {
    await enroll(test, mentee, mentor)
    const sent = await send(mentor, 'Write to asha@example.com')
    expect([sent.message, sent.masked]).toEqual(['Write to asha@example.com', false])
  })
})
