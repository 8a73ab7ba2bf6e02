import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Mailbox, openMailbox } from '../../testing/mailbox.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { hoursMs } from '../clock.ts'
import { startWorker, type Worker } from '../jobs/jobs.ts'

const from = 'Marga <hello@marga.example>'
const content = {
  subject: 'Grüße, मार्ग',
  preview: 'A preview',
  greeting: 'Dear Asha,',
  paragraphs: ['First paragraph with <b>brackets</b>.'],
  action: { label: 'Open', url: 'http://localhost:3999/mentees' },
}

describe('mail of the product', () => {
  let test: TestApp
  let mailbox: Mailbox
  let worker: Worker
  beforeAll(async () => {
    mailbox = await openMailbox()
    test = await startTestApp({ env: { SMTP_URL: mailbox.url, SMTP_TLS: 'off', MAIL_FROM: from } })
    worker = await startWorker(test.app.db, test.app.jobHandlers, test.app.log)
  })
  afterAll(async () => {
    await worker.stop()
    await test.app.closeMail()
    await test.close()
    await mailbox.close()
  })

  const add = (to: string, more: object = {}) =>
    test.app.db.transact((tx) =>
      test.app.mails.add(tx, {
        to: { id: null, email: to, isEmailVerified: true },
        kind: 'booked',
        content,
        ...more,
      }),
    )
  const row = (to: string) =>
    test.app.db.query.selectFrom('mail').selectAll().where('recipient', '=', to).executeTakeFirstOrThrow()

  it('arrives as text and HTML, with attachment, invitation and headers', async () => {
    await add('asha@example.com', {
      unsubscribeUrl: 'http://localhost:3999/api/unsubscribe/secret',
      attachments: [
        {
          filename: 'session.ics',
          contentType: 'text/calendar; charset=utf-8; method=REQUEST',
          text: 'BEGIN',
        },
        { filename: 'terms.txt', contentType: 'text/plain; charset=utf-8', text: 'Größe' },
      ],
    })
    await expect.poll(() => mailbox.to('asha@example.com')).toHaveLength(1)
    const mail = mailbox.to('asha@example.com')[0]!
    expect(mail.from).toBe('hello@marga.example')
    expect(mail.headers).toMatchObject({
      from,
      to: 'asha@example.com',
      subject: content.subject,
      'message-id': `<${(await row('asha@example.com')).id}@marga.example>`,
      'auto-submitted': 'auto-generated',
      'list-unsubscribe': '<http://localhost:3999/api/unsubscribe/secret>',
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    })
    const part = (type: RegExp) => mail.parts.find(({ headers }) => type.test(headers['content-type']!))!
    expect(part(/^text\/plain/).body).toContain('First paragraph with <b>brackets</b>.')
    expect(part(/^text\/html/).body).toContain('&lt;b&gt;brackets&lt;/b&gt;')
    expect(part(/^text\/calendar.*method=REQUEST/).body).toBe('BEGIN')
    expect(part(/terms\.txt/).body).toBe('Größe')
    await expect.poll(async () => (await row('asha@example.com')).sentAt).not.toBeNull()
  })

  it('hides the outbox once real mail goes out', async () => {
    expect((await test.request('GET', '/sandbox/mail.json')).status).toBe(404)
  })

  it('is sent once after the server was down', async () => {
    await mailbox.close()
    const { port } = mailbox
    await add('patient@example.com')
    await expect.poll(attemptsOf('patient@example.com')).toBeGreaterThanOrEqual(1)
    mailbox = await openMailbox({ port })
    await expect.poll(() => mailbox.to('patient@example.com')).toHaveLength(1)
    await test.app.jobHandlers['mail:resend']({})
    await test.app.jobHandlers['mail:render']({ mailIds: [(await row('patient@example.com')).id] })
    expect(mailbox.to('patient@example.com')).toHaveLength(1)
  })

  it('is sent once when two take the job at the same time', async () => {
    await worker.stop()
    await add('twice@example.com')
    const { id } = await row('twice@example.com')
    const send = () => test.app.jobHandlers['mail:render']({ mailIds: [id] })
    await Promise.all([send(), send(), send()])
    expect(mailbox.to('twice@example.com')).toHaveLength(1)
    worker = await startWorker(test.app.db, test.app.jobHandlers, test.app.log)
  })

  it('is drawn when it is sent, and kept as what it says', async () => {
    await worker.stop()
    await add('drawn@example.com')
    const written = await row('drawn@example.com')
    expect(written).toMatchObject({ text: null, html: null, content: { greeting: content.greeting } })
    await test.app.jobHandlers['mail:render']({ mailIds: [written.id] })
    expect(await row('drawn@example.com')).toMatchObject({
      text: null,
      html: null,
      content: { greeting: content.greeting },
      sentAt: expect.any(Date),
    })
    expect(mailbox.to('drawn@example.com')).toHaveLength(1)
    worker = await startWorker(test.app.db, test.app.jobHandlers, test.app.log)
  })

  it('is sent again, recognisably, after a crash between acceptance and our note of it', async () => {
    await worker.stop()
    await add('crash@example.com')
    const { id } = await row('crash@example.com')
    const send = () => test.app.jobHandlers['mail:render']({ mailIds: [id] })
    await send()
    // What the crash would have left: accepted by the server, still claimed here, not noted as sent.
    const claimedUntil = new Date(test.clock.now().getTime() + 60_000)
    await test.app.db.query
      .updateTable('mail')
      .set({ sentAt: null, claimedUntil })
      .where('id', '=', id)
      .execute()
    await send()
    expect(mailbox.to('crash@example.com')).toHaveLength(1)
    test.clock.advance(61_000)
    worker = await startWorker(test.app.db, test.app.jobHandlers, test.app.log)
    await test.app.jobHandlers['mail:resend']({})
    await expect.poll(() => mailbox.to('crash@example.com')).toHaveLength(2)
    const [first, second] = mailbox.to('crash@example.com')
    expect(second!.headers['message-id']).toBe(first!.headers['message-id'])
  })

  it('is sent although its job was done without it, by a process that found the claim of one that stood still', async () => {
    await worker.stop()
    for (const name of ['still', 'waiting']) await add(`${name}@example.com`)
    const { id } = await row('still@example.com')
    const waiting = (await row('waiting@example.com')).id
    await test.app.db.pool.query(
      "delete from graphile_worker._private_jobs where payload::jsonb -> 'mailIds' ? $1",
      [id],
    )
    const queued = async () => {
      await test.app.jobHandlers['mail:resend']({})
      const { rows } = await test.app.db.pool.query(
        "select payload -> 'mailIds' ->> 0 as mail, key is null as is_first from graphile_worker._private_jobs where payload -> 'mailIds' is not null order by id",
      )
      // The test before may have left one that its worker had not begun.
      return rows.filter(({ mail }) => [id, waiting].includes(mail))
    }
    const first = { mail: waiting, is_first: true }
    expect(await queued()).toEqual([first])
    test.clock.advance(hoursMs(1) + 1000)
    expect(await queued()).toEqual([first, { mail: id, is_first: false }])
    expect(await queued()).toHaveLength(2)
    worker = await startWorker(test.app.db, test.app.jobHandlers, test.app.log)
    await expect.poll(() => mailbox.to('still@example.com')).toHaveLength(1)
  })

  it('is not tried again for a recipient refused for good', async () => {
    await mailbox.close()
    mailbox = await openMailbox({
      port: mailbox.port,
      refuse: () => Object.assign(new Error('No such person'), { responseCode: 550 }),
    })
    await add('gone@example.com')
    await expect.poll(async () => (await row('gone@example.com')).failedAt).not.toBeNull()
    expect((await row('gone@example.com')).failure).toContain('No such person')
  })

  it('is not sent when it is too late to be of use', async () => {
    await add('late@example.com', { usefulUntil: new Date(test.clock.now().getTime() - 1000) })
    await expect.poll(async () => (await row('late@example.com')).failure).toMatch(/late/)
    expect(mailbox.to('late@example.com')).toEqual([])
  })

  it('is kept for a month after it went out, and shown as failed before it goes without having been sent', async () => {
    await worker.stop()
    for (const name of ['new', 'sent', 'failed', 'waiting']) await add(`${name}@kept.example`)
    await age('sent@kept.example', 31, { sentAt: test.clock.now() })
    await age('failed@kept.example', 31, { failedAt: test.clock.now() })
    await age('waiting@kept.example', 31)
    await test.app.jobHandlers['housekeeping:daily']({})
    const left = await test.app.db.query
      .selectFrom('mail')
      .select('recipient')
      .where('recipient', 'like', '%@kept.example')
      .orderBy('recipient')
      .execute()
    expect(left.map(({ recipient }) => recipient)).toEqual(['new@kept.example', 'waiting@kept.example'])
    expect((await row('waiting@kept.example')).failure).toBe('Not sent within 5 days.')
    await test.app.jobHandlers['housekeeping:daily']({})
    await expect(row('waiting@kept.example')).rejects.toThrow()
    worker = await startWorker(test.app.db, test.app.jobHandlers, test.app.log)
  })

  it('is written off when its tries are over, and neither before nor where it waits for something else', async () => {
    await worker.stop()
    const now = test.clock.now()
    for (const name of ['over', 'tried', 'held', 'claimed', 'left']) await add(`${name}@tried.example`)
    await age('over@tried.example', 6)
    await age('tried@tried.example', 4)
    await age('held@tried.example', 6, { heldAt: now })
    await age('claimed@tried.example', 6, { claimedUntil: new Date(now.getTime() + 60_000) })
    await age('left@tried.example', 6, { claimedUntil: new Date(now.getTime() - 60_000) })
    await test.app.jobHandlers['housekeeping:daily']({})
    const failed = await test.app.db.query
      .selectFrom('mail')
      .select(['recipient', 'failure'])
      .where('recipient', 'like', '%@tried.example')
      .where('failedAt', 'is not', null)
      .orderBy('recipient')
      .execute()
    const failure = 'Not sent within 5 days.'
    expect(failed).toEqual([
      { recipient: 'left@tried.example', failure },
      { recipient: 'over@tried.example', failure },
    ])
    worker = await startWorker(test.app.db, test.app.jobHandlers, test.app.log)
  })

  const age = (to: string, days: number, more: object = {}) =>
    test.app.db.query
      .updateTable('mail')
      .set({ createdAt: new Date(test.clock.now().getTime() - days * 86_400_000), ...more })
      .where('recipient', '=', to)
      .execute()

  const attemptsOf = (to: string) => async () => {
    const { id } = await row(to)
    const { rows } = await test.app.db.pool.query(
      `select max(attempts) as attempts from graphile_worker.jobs`,
    )
    return id ? Number(rows[0].attempts ?? 0) : 0
  }
})
