import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Mailbox, openMailbox } from '../../testing/mailbox.ts'
import {
  book,
  enroll,
  hoursAhead,
  newMentee,
  newMentor,
  newModerator,
  ok,
  publish,
} from '../../testing/people.ts'
import { createTestClock, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { minutesMs } from '../clock.ts'
import type { QueuedMail } from './mail.ts'
import { mailsAnHour } from './mail-caps.ts'

const clock = createTestClock()
let mailbox: Mailbox
let free: TestApp
/** Another process on the same database, in which the limits are as they are. */
let test: TestApp
beforeAll(async () => {
  mailbox = await openMailbox()
  free = await startTestApp({ clock })
  const env = {
    RATE_LIMIT_FACTOR: '1',
    SMTP_URL: mailbox.url,
    SMTP_TLS: 'off',
    MAIL_FROM: 'Marga <hello@marga.example>',
  }
  test = await startTestApp({ sharing: free, env })
})
afterAll(async () => {
  await test.app.closeMail()
  await test.close()
  await free.close()
  await mailbox.close()
})

/** Sends all that is queued, two jobs at a time. */
async function sendQueued() {
  const { rows } = await test.app.db.pool.query<{ payload: { mailIds: string[] } }>(
    `with gone as (delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
       where t.id = j.task_id and t.identifier = 'mail:render' returning j.payload) select payload from gone`,
  )
  while (rows.length > 0)
    await Promise.all(rows.splice(0, 2).map(({ payload }) => test.app.jobHandlers['mail:render'](payload)))
}
async function passMinutes(minutes: number) {
  clock.advance(minutesMs(minutes))
  await test.app.jobHandlers['mail:digest']({})
  await sendQueued()
}
const subjectsTo = (address: string) => mailbox.to(address).map(({ headers }) => headers.subject!)
const textTo = (address: string) =>
  mailbox
    .to(address)
    .at(-1)!
    .parts.map(({ body }) => body)
    .join('\n')
const add = (
  { to, ...mail }: Partial<Omit<QueuedMail, 'to'>> & { to: string },
  subject = 'Booked: a session',
) =>
  test.app.db.transact((tx) =>
    test.app.mails.add(tx, {
      kind: 'booked',
      content: { subject, preview: '', greeting: 'Dear Asha,', paragraphs: ['It is booked.'] },
      to: { id: null, email: to, isEmailVerified: true },
      ...mail,
    }),
  )

describe('a loop of booking and cancelling', () => {
  it('ends in a handful of mails and one digest that says how things stand', async () => {
    const mentor = await newMentor(free, await newModerator(free))
    const mentee = await newMentee(free)
    await enroll(free, mentee, mentor)
    const slot = await publish(free, mentor, hoursAhead(free, 40))
    await sendQueued()
    mailbox.received.length = 0
    for (let turn = 0; turn < 20; turn++) {
      ok(await book(free, mentee, slot._id))
      ok(await free.call(api.slots.cancel, { body: { slotId: slot._id } }, mentee))
    }
    ok(await book(free, mentee, slot._id, 'How to begin'))
    await sendQueued()
    for (const person of [mentor, mentee]) {
      const sent = subjectsTo(person.email)
      expect(sent.filter((subject) => subject.startsWith('Booked'))).toHaveLength(mailsAnHour.service)
      expect(sent.filter((subject) => subject.startsWith('Cancelled'))).toHaveLength(mailsAnHour.service)
    }
    const before = subjectsTo(mentor.email).length
    await passMinutes(5)
    expect(subjectsTo(mentor.email)).toHaveLength(before)
    await passMinutes(6)
    await passMinutes(1)
    for (const person of [mentor, mentee]) {
      const sent = subjectsTo(person.email)
      expect(sent).toHaveLength(before + 1)
      expect(sent.at(-1)).toBe('29 more messages in one email')
    }
    const text = textTo(mentor.email)
    expect(text).toMatch(/Booked: session with[\s\S]*Cancelled: session with[\s\S]*\(14 times\)/)
    expect(text.lastIndexOf('Booked')).toBeGreaterThan(text.lastIndexOf('Cancelled'))
    expect(text).toContain('How to begin')
    expect(text).toContain('BEGIN:VCALENDAR')
  })
})

describe('what follows about the same', () => {
  it.each(['before it is written', 'when both are sent'])(
    'waits with what is held back, which is seen %s, and nothing else does',
    async (when) => {
      const to = `late-word-${when.length}@example.com`
      for (let n = 0; n <= mailsAnHour.service; n++) await add({ to, about: `booking ${n}` })
      if (when === 'before it is written') await sendQueued()
      const last = mailsAnHour.service
      await add({ to, kind: 'cancelled', about: `booking ${last}` }, `Cancelled: session ${last}`)
      await add({ to, kind: 'cancelled', about: 'booking 0' }, 'Cancelled: session 0')
      await sendQueued()
      expect(subjectsTo(to)).not.toContain(`Cancelled: session ${last}`)
      expect(subjectsTo(to)).toContain('Cancelled: session 0')
      await passMinutes(11)
      const text = textTo(to)
      expect(text.lastIndexOf('Cancelled')).toBeGreaterThan(text.lastIndexOf('Booked'))
    },
  )
})

describe('the cap', () => {
  it('is of a recipient and a kind in any hour, and has room again after it', async () => {
    for (let n = 0; n < mailsAnHour.service + 2; n++) await add({ to: 'one@example.com' })
    await add({ to: 'one@example.com', kind: 'cancelled' }, 'Cancelled')
    await add({ to: 'two@example.com' })
    await sendQueued()
    expect(subjectsTo('one@example.com')).toHaveLength(mailsAnHour.service + 1)
    expect(subjectsTo('two@example.com')).toHaveLength(1)
    clock.advance(minutesMs(61))
    await add({ to: 'one@example.com' })
    await sendQueued()
    expect(subjectsTo('one@example.com')).toHaveLength(mailsAnHour.service + 2)
  })

  it('holds when jobs run at once, and counts a mail once however often its job runs', async () => {
    const to = 'racing@example.com'
    for (let n = 0; n < 30; n++) await add({ to })
    const { rows } = await test.app.db.pool.query<{ id: string }>(
      'select id from mail where recipient = $1',
      [to],
    )
    const tries = [...rows, ...rows].map(({ id }) => test.app.jobHandlers['mail:render']({ mailIds: [id] }))
    await Promise.all(tries)
    await sendQueued()
    expect(subjectsTo(to)).toHaveLength(mailsAnHour.service)
  })

  it('writes digests an hour apart, once each, when it goes on and when two processes write at once', async () => {
    const to = 'again@example.com'
    const flood = async () => {
      for (let n = 0; n < 20; n++) await add({ to })
      await sendQueued()
    }
    await flood()
    clock.advance(minutesMs(11))
    await Promise.all([1, 2, 3].map(() => test.app.jobHandlers['mail:digest']({})))
    await sendQueued()
    const digests = () => subjectsTo(to).filter((subject) => subject.endsWith('in one email'))
    expect(digests()).toEqual(['14 more messages in one email'])
    await flood()
    await passMinutes(15)
    expect(digests()).toHaveLength(1)
    await passMinutes(50)
    expect(digests()).toEqual(['14 more messages in one email', '20 more messages in one email'])
  })

  it('is each account’s own, whoever else has registered with the address', async () => {
    const to = { email: 'both@example.com', isEmailVerified: true }
    const [own, stranger] = [test.app.newId(), test.app.newId()]
    const tell = (id: string) =>
      test.app.db.transact((tx) =>
        test.app.mails.add(tx, {
          to: { ...to, id },
          kind: 'new-device',
          content: { subject: id, preview: '', greeting: 'Dear Asha,', paragraphs: ['Somebody signed in.'] },
        }),
      )
    for (let n = 0; n < mailsAnHour.other + 5; n++) await tell(stranger)
    await tell(own)
    await sendQueued()
    expect(subjectsTo(to.email).filter((subject) => subject === own)).toHaveLength(1)
    expect(subjectsTo(to.email)).toHaveLength(mailsAnHour.other + 1)
  })

  it('loses no contact message, however many come', async () => {
    const to = 'contact@example.com'
    for (let n = 0; n < 70; n++) await add({ to, kind: 'contact-message' }, `Message ${n}`)
    await sendQueued()
    expect(subjectsTo(to)).toHaveLength(mailsAnHour.service)
    await passMinutes(15)
    await passMinutes(61)
    const all = mailbox
      .to(to)
      .flatMap(({ headers, parts }) => [headers.subject, ...parts.map(({ body }) => body)])
      .join('\n')
    const missing = Array.from({ length: 70 }, (_, n) => `Message ${n}`).filter(
      (subject) => !new RegExp(`${subject}\\b`).test(all),
    )
    expect(missing).toEqual([])
  })

  it('is another one for proofs and security, which are never put into a digest', async () => {
    const to = 'code@example.com'
    for (let n = 0; n < mailsAnHour.other + 5; n++)
      await add({ to, kind: 'reset-code' }, `12345${n} is your code`)
    await sendQueued()
    expect(subjectsTo(to)).toHaveLength(mailsAnHour.other)
    await passMinutes(15)
    expect(subjectsTo(to)).toHaveLength(mailsAnHour.other)
    const { rows } = await test.app.db.pool.query(
      'select distinct failure from mail where recipient = $1 and failed_at is not null',
      [to],
    )
    expect(rows).toEqual([{ failure: 'More of this kind than a mailbox gets in an hour.' }])
  })

  it('leaves out of a digest what is of no use any more', async () => {
    const to = 'late@example.com'
    const usefulUntil = new Date(clock.now().getTime() + minutesMs(5))
    for (let n = 0; n < mailsAnHour.service + 3; n++) await add({ to, kind: 'reminder', usefulUntil })
    await sendQueued()
    await passMinutes(15)
    expect(subjectsTo(to)).toHaveLength(mailsAnHour.service)
  })
})

it('a proof or a word of security says nobody’s name, as it may reach somebody who never asked', async () => {
  await add({ to: 'stranger@example.com', kind: 'verification' }, 'Confirm')
  await add({ to: 'stranger@example.com', kind: 'new-device' }, 'New\r\nBcc: all@example.com')
  await sendQueued()
  const mails = mailbox.to('stranger@example.com')
  expect(mails).toHaveLength(2)
  for (const { headers, parts } of mails) {
    expect(parts.map(({ body }) => body).join()).not.toContain('Asha')
    expect(headers.bcc).toBeUndefined()
  }
})
