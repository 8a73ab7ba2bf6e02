import { api } from '@marga/contract/api'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countLockWaits } from '../../testing/lock-waits.ts'
import { codeMailedTo, outboxOf, outboxWith } from '../../testing/outbox.ts'
import {
  book,
  enroll,
  hoursAhead,
  menteeForm,
  newMentee,
  newMentor,
  newModerator,
  ok,
  proveMailbox,
  publish,
  signInMentee,
  type TestPerson,
  testPassword,
} from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { codeAt } from './two-factor.rules.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const calls = api.accountSettings.mentee
const ownersPassword = 'a passphrase of the owner'

/** Tables whose rows say something about the person and let nobody in. */
const harmless = [
  // It went to the mailbox, whose owner has it.
  'mail',
  'community_read',
  'notification',
  'online',
  'payer',
  'preference',
  'reminder',
  'unread_mail',
]

/** Whoever registers an address and makes themselves at home in the account, in every way there is. */
async function settleIn(isProven: boolean) {
  const { pool } = test.app.db
  const person = await newMentee(test, menteeForm(), { isProven })
  const { secret } = ok(await test.call(calls.beginTwoStep, { body: { password: testPassword } }, person))
  const code = codeAt(secret, test.clock.now())
  const { backupCodes } = ok(await test.call(calls.confirmTwoStep, { body: { code } }, person))
  const { url } = ok(await test.call(calls.calendarFeed, {}, person))
  const endpoint = `https://fcm.googleapis.com/fcm/send/${person.id}`
  const keys = { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) }
  ok(await test.call(calls.subscribePush, { body: { endpoint, keys } }, person))
  const repeated = { ...person, headers: { 'idempotency-key': 'once' } }
  const params = { ownId: person.id }
  ok(await test.call(calls.editPreferences, { params, body: { email: { messages: true } } }, repeated))
  await pool.query(
    "insert into identity (issuer, subject, account_id) values ('elsewhere', $1::text, $1::uuid)",
    [person.id],
  )
  return { person, backupCodes, feed: url.replace(/^.*?\/api/, '/api') }
}

/** Tables with rows of the account by which somebody could come in, go on hearing, or lock the owner out. */
async function footholds(accountId: string): Promise<string[]> {
  const { rows } = await test.app.db.pool.query<{ table: string }>(
    `select table_name as table from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = 'account_id' order by 1`,
  )
  const found = []
  for (const { table } of rows.filter((row) => !harmless.includes(row.table))) {
    const { rows: own } = await test.app.db.pool.query(
      `select 1 from ${table} where account_id = $1 limit 1`,
      [accountId],
    )
    if (own.length > 0) found.push(table)
  }
  return found
}

async function resetBy({ email }: TestPerson) {
  await test.app.jobHandlers['accounts:send-reset-code']({ role: 'mentee', email })
  const otp = await codeMailedTo(test, email)
  const body = { email, otp, password: ownersPassword, confirmPassword: ownersPassword }
  ok(await test.call(calls.verifyOtp, { body }))
}
const signIn = (email: string, password: string, totp?: string) =>
  test.call(api.accounts.loginMentee, { body: { email, password, ...(totp ? { totp } : {}) } })

describe('the first proof of an address by a mailed code', () => {
  it('leaves nothing of whoever had registered it', async () => {
    const { person, backupCodes, feed } = await settleIn(false)
    expect(await footholds(person.id)).toEqual([
      'backup_code',
      'email_verification',
      'idempotency_key',
      'identity',
      'known_device',
      'login_session',
      'push_subscription',
      'totp',
    ])
    await resetBy(person)
    expect(await footholds(person.id)).toEqual([])
    await expect.poll(async () => (await test.call(calls.sessions, {}, person)).status).toBe(401)
    const body = { refreshToken: person.refreshToken }
    expect((await test.call(api.accounts.regenerateMentee, { body })).status).toBe(401)
    expect((await signIn(person.email, testPassword, backupCodes[0])).status).toBe(401)
    expect((await test.request('GET', feed)).status).toBe(404)
    // No second step stands between the owner and the account.
    ok(await signIn(person.email, ownersPassword))
  })

  it('leaves the second step of an address that was proven before, but no identity, and renews the calendar feed', async () => {
    const { person, backupCodes, feed } = await settleIn(true)
    expect((await test.request('GET', feed)).status).toBe(200)
    const aged = "update totp set confirmed_at = confirmed_at - interval '48 hours' where account_id = $1"
    await test.app.db.pool.query(aged, [person.id])
    await resetBy(person)
    const left = await footholds(person.id)
    expect(left).toEqual(expect.arrayContaining(['backup_code', 'totp']))
    expect(left).not.toContain('identity')
    const { text } = (await outboxOf(test, person.email))[0]!
    expect(text).toContain('The Google account that could sign in to it has been removed')
    expect((await signIn(person.email, ownersPassword)).body.code).toBe('totp_required')
    ok(await signIn(person.email, ownersPassword, backupCodes[1]))
    expect((await test.request('GET', feed)).status).toBe(404)
  })
})

it('turns off a second step of the last two days, by which somebody may have locked the owner out', async () => {
  const { person } = await settleIn(true)
  expect((await signIn(person.email, testPassword)).body.code).toBe('totp_required')
  await resetBy(person)
  ok(await signIn(person.email, ownersPassword))
  expect(await footholds(person.id)).not.toContain('backup_code')
  expect((await outboxOf(test, person.email))[0]!.text).toContain('Two-step sign-in is off')
})

it('a change of the password renews the calendar feed', async () => {
  const person = await newMentee(test)
  const before = ok(await test.call(calls.calendarFeed, {}, person)).url
  const body = { password: testPassword, newPassword: ownersPassword, confirmPassword: ownersPassword }
  ok(await test.call(calls.changePassword, { body }, person))
  expect(ok(await test.call(calls.calendarFeed, {}, person)).url).not.toBe(before)
  expect((await test.request('GET', before.replace(/^.*?\/api/, '/api'))).status).toBe(404)
})

describe('a sign-in under way', () => {
  /** Signs in while what `change` does is not committed; commits once the sign-in waits for it or is through. */
  async function signInDuring(change: string, person: TestPerson) {
    const other = new pg.Client({ connectionString: test.databaseUrl })
    await other.connect()
    await other.query('begin')
    await other.query(change, [person.id])
    let isDone = false
    const response = signIn(person.email, testPassword).finally(() => {
      isDone = true
    })
    const isWaiting = async () => (await countLockWaits(other)) > 0
    await expect.poll(async () => isDone || (await isWaiting()), { interval: 5 }).toBe(true)
    await other.query('commit')
    await other.end()
    return response
  }

  it.each([
    ['the password is changed', "update account set password_hash = 'another' where id = $1"],
    ['the account is blocked', 'update account set is_blocked = true where id = $1'],
  ])('opens nothing when %s meanwhile', async (_, change) => {
    const person = await newMentee(test)
    const sessions = async () =>
      (await test.app.db.pool.query('select 1 from login_session where account_id = $1', [person.id])).rows
        .length
    const before = await sessions()
    expect((await signInDuring(change, person)).status).toBe(401)
    expect(await sessions()).toBe(before)
  })
})

describe('an address that nobody has proven', () => {
  it('gets mails of proof and of security, and no others; all of them once it is proven', async () => {
    const mentor = await newMentor(test, await newModerator(test))
    const mentee = await newMentee(test, menteeForm(), { isProven: false })
    await enroll(test, mentee, mentor)
    const slots = [
      await publish(test, mentor, hoursAhead(test, 30)),
      await publish(test, mentor, hoursAhead(test, 33)),
    ]
    ok(await book(test, mentee, slots[0]!._id))
    const elsewhere = {
      headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0' },
    }
    ok(
      await test.call(
        api.accounts.loginMentee,
        { body: { email: mentee.email, password: testPassword } },
        elsewhere,
      ),
    )
    await test.app.jobHandlers['accounts:send-reset-code']({ role: 'mentee', email: mentee.email })
    const subjects = async () => (await outboxOf(test, mentee.email)).map(({ subject }) => subject)
    const unproven = (await subjects()).map((subject) => subject.replace(/^\d{6}/, 'NNNNNN'))
    expect(unproven).toEqual([
      'NNNNNN is your code',
      'New sign-in: Firefox on Windows',
      'Please confirm your email address',
    ])
    // The other of the two is told as ever.
    expect(await outboxWith(test, mentor.email, 'Booked')).toHaveLength(1)

    await proveMailbox(test, 'mentee', mentee.email)
    ok(await book(test, await signInMentee(test, mentee.email), slots[1]!._id))
    expect(await outboxWith(test, mentee.email, 'Booked')).toHaveLength(1)
  })

  it('of a moderator is not asked for', async () => {
    const moderator = await newModerator(test)
    const { pool } = test.app.db
    const { rows } = await pool.query('select is_email_verified from account where id = $1', [moderator.id])
    expect(rows).toEqual([{ is_email_verified: true }])
  })
})
