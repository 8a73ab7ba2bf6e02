import { api } from '@marga/contract/api'
import { limits } from '@marga/contract/limits'
import { roles } from '@marga/contract/roles'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeMailedTo, outboxWith } from '../../testing/outbox.ts'
import {
  newMentee,
  newMentor,
  newModerator,
  ok,
  signInMentee,
  type TestPerson,
  testPassword,
} from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { resetTwoFactorOf } from './two-factor.queries.ts'
import { backupCodeCount, codeAt } from './two-factor.rules.ts'

let test: TestApp
let moderator: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  moderator = await newModerator(test)
})
afterAll(() => test.close())

const stepMs = 30_000
const settingsOf = ({ role }: TestPerson) => api.accountSettings[role]
const loginOf = ({ role }: TestPerson) =>
  ({
    mentee: api.accounts.loginMentee,
    mentor: api.accounts.loginMentor,
    moderator: api.accounts.loginModerator,
  })[role]
const signIn = (on: TestApp, person: TestPerson, totp?: string, password = testPassword) =>
  on.call(loginOf(person), { body: { email: person.email, password, ...(totp ? { totp } : {}) } })

/** Turns it on, as the settings page does. */
async function turnOn(on: TestApp, person: TestPerson) {
  const calls = settingsOf(person)
  const { secret, otpauthUrl } = ok(
    await on.call(calls.beginTwoStep, { body: { password: testPassword } }, person),
  )
  const code = codeAt(secret, on.clock.now())
  const { backupCodes } = ok(await on.call(calls.confirmTwoStep, { body: { code } }, person))
  on.clock.advance(stepMs)
  return { secret, otpauthUrl, backupCodes, code: () => codeAt(secret, on.clock.now()) }
}

const somebody = {
  mentee: () => newMentee(test),
  mentor: () => newMentor(test, moderator),
  moderator: () => newModerator(test),
}

describe('two-step sign-in', () => {
  it.each(roles)('asks a %s for the code once it is on, and takes each code once', async (role) => {
    const person = await somebody[role]()
    const { code, otpauthUrl } = await turnOn(test, person)
    expect(otpauthUrl).toMatch(/^otpauth:\/\/totp\/Marga:.*secret=[A-Z2-7]{32}/)
    expect((await signIn(test, person)).body.code).toBe('totp_required')
    expect((await signIn(test, person, '000000')).body.code).toBe('totp_invalid')
    const now = code()
    expect((await signIn(test, person, now)).status).toBe(200)
    const again = await signIn(test, person, now)
    expect([again.status, again.body.code]).toEqual([403, 'totp_invalid'])
    test.clock.advance(stepMs)
    expect((await signIn(test, person, code())).status).toBe(200)
  })

  it('does not say that it is on to somebody who does not know the password', async () => {
    const person = await newMentee(test)
    const { code } = await turnOn(test, person)
    const wrong = await signIn(test, person, code(), 'not the password')
    expect([wrong.status, wrong.body.code]).toEqual([401, 'invalid_credentials'])
  })

  it('takes each of ten backup codes once, however it is typed', async () => {
    const person = await newMentee(test)
    const { backupCodes } = await turnOn(test, person)
    expect(new Set(backupCodes).size).toBe(backupCodeCount)
    const typed = ` ${backupCodes[3]!.replace('-', '').toUpperCase()} `
    expect((await signIn(test, person, typed)).status).toBe(200)
    expect((await signIn(test, person, backupCodes[3])).body.code).toBe('totp_invalid')
    const state = ok(await test.call(api.accountSettings.mentee.twoStep, {}, person))
    expect(state).toEqual({ isOn: true, backupCodesLeft: backupCodeCount - 1 })
  })

  it('gives a code used twice at the same time to one of the two', async () => {
    const person = await newMentee(test)
    const { code } = await turnOn(test, person)
    const now = code()
    const both = await Promise.all([signIn(test, person, now), signIn(test, person, now)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403])
  })

  it('is of no effect before a code has proven it, and needs the password to begin', async () => {
    const person = await newMentee(test)
    const { beginTwoStep, confirmTwoStep } = api.accountSettings.mentee
    const wrong = await test.call(beginTwoStep, { body: { password: 'wrong password' } }, person)
    expect([wrong.status, wrong.body.code]).toEqual([403, 'wrong_password'])
    ok(await test.call(beginTwoStep, { body: { password: testPassword } }, person))
    expect((await test.call(confirmTwoStep, { body: { code: '123' } }, person)).body.code).toBe(
      'invalid_code',
    )
    expect((await signIn(test, person)).status).toBe(200)
  })

  it('cannot be replaced while it is on, and ends by password and code only', async () => {
    const person = await newMentee(test)
    const { code } = await turnOn(test, person)
    const { beginTwoStep, endTwoStep } = api.accountSettings.mentee
    expect((await test.call(beginTwoStep, { body: { password: testPassword } }, person)).status).toBe(409)
    const end = (password: string, typed: string) =>
      test.call(endTwoStep, { body: { password, code: typed } }, person)
    expect((await end('wrong password', code())).body.code).toBe('wrong_password')
    expect((await end(testPassword, '000000')).body.code).toBe('invalid_code')
    expect((await end(testPassword, code())).status).toBe(200)
    expect((await signIn(test, person)).status).toBe(200)
  })

  it.each(roles)('tells a %s by email that it was turned on, and off', async (role) => {
    const person = await somebody[role]()
    const toldOf = async (what: string) =>
      (await outboxWith(test, person.email, `Two-step sign-in is ${what}`)).map(({ text }) => text)
    const { code } = await turnOn(test, person)
    const whatToDo =
      role === 'moderator' ? 'tell the people who run this site' : `/auth/${role}/forgotpassword`
    expect(await toldOf('on')).toEqual([expect.stringContaining(whatToDo)])
    expect(await toldOf('off')).toEqual([])
    const body = { password: testPassword, code: code() }
    ok(await test.call(settingsOf(person).endTwoStep, { body }, person))
    expect(await toldOf('off')).toEqual([expect.stringContaining(whatToDo)])
  })

  it('is not weakened by mailed codes: a reset makes no known device, which has tries of its own', async () => {
    const person = await newMentee(test)
    const reset = async () => {
      await test.app.jobHandlers['accounts:send-reset-code']({ role: 'mentee', email: person.email })
      const otp = await codeMailedTo(test, person.email)
      const body = { email: person.email, otp, password: testPassword, confirmPassword: testPassword }
      const response = await test.call(api.accountSettings.mentee.verifyOtp, { body })
      ok(response)
      return String(response.headers['set-cookie'] ?? '')
    }
    expect(await reset()).toContain('marga_device_')
    await turnOn(test, await signInMentee(test, person.email))
    expect(await reset()).toBe('')
  })

  it('keeps neither the secret nor a backup code readable in the database', async () => {
    const person = await newMentee(test)
    const { secret, backupCodes } = await turnOn(test, person)
    const { rows } = await test.app.db.pool.query(
      `select encode(sealed_secret, 'escape') as text from totp where account_id = $1
       union all select encode(code_hash, 'escape') from backup_code where account_id = $1`,
      [person.id],
    )
    expect(rows).toHaveLength(1 + backupCodeCount)
    const text = JSON.stringify(rows).toLowerCase()
    for (const known of [secret, ...backupCodes]) expect(text).not.toContain(known.toLowerCase())
    // A row that is moved to another account opens nothing there.
    const thief = await newMentee(test)
    await test.app.db.pool.query(
      'insert into totp select $2, sealed_secret, confirmed_at, 0, created_at from totp where account_id = $1',
      [person.id, thief.id],
    )
    const stolen = await signIn(test, thief, codeAt(secret, test.clock.now()))
    expect([stolen.status, stolen.body.code]).toEqual([403, 'totp_unreadable'])
  })

  it('says so when the server’s key is another one, and the operator lets the person in', async () => {
    const person = await newMentee(test)
    const { code, backupCodes } = await turnOn(test, person)
    const moved = await startTestApp({
      sharing: test,
      tokenSecret: 'another secret, of at least 32 characters',
    })
    for (const typed of [code(), backupCodes[0]]) {
      const refused = await signIn(moved, person, typed)
      expect([refused.status, refused.body.code]).toEqual([403, 'totp_unreadable'])
    }
    expect((await signIn(moved, person)).body.code).toBe('totp_required')
    expect(await resetTwoFactorOf(moved.app.db, 'mentee', person.email)).toBe(true)
    expect((await signIn(moved, person)).status).toBe(200)
    expect(await resetTwoFactorOf(moved.app.db, 'mentee', person.email)).toBe(false)
    expect(await resetTwoFactorOf(moved.app.db, 'mentee', 'nobody@example.com')).toBeUndefined()
    await moved.close()
  })

  it('lets a backup code in where only the secret can no longer be read', async () => {
    const person = await newMentee(test)
    const { code, backupCodes } = await turnOn(test, person)
    await test.app.db.pool.query(
      "update totp set sealed_secret = sealed_secret || 'x' where account_id = $1",
      [person.id],
    )
    expect((await signIn(test, person, code())).body.code).toBe('totp_unreadable')
    expect((await signIn(test, person, backupCodes[0])).status).toBe(200)
  })
})

describe('outside DEMO a moderator', () => {
  it('opens nothing but the settings before two-step sign-in is on', async () => {
    const real = await startTestApp({ env: { DEMO: '0' } })
    const address = await real.listen()
    const person = await newModerator(real)
    const login = ok(
      await real.call(api.accounts.loginModerator, { body: { email: person.email, password: testPassword } }),
    )
    expect(login.needsTwoStep).toBe(true)
    const list = () => real.call(api.moderation.mentees, { query: {} }, person)
    const refused = await list()
    expect([refused.status, refused.body.code]).toEqual([403, 'totp_setup_required'])
    const heard = await new Promise((resolve) => {
      const socket = io(address, { transports: ['websocket'], reconnection: false })
      socket.on('connected', () => resolve('connected'))
      socket.on('unauthenticated', ({ code }: { code: string }) => resolve(code))
      socket.emit('setup', { role: 'moderator', userId: person.id, token: person.token })
    })
    expect(heard).toBe('totp_setup_required')
    await turnOn(real, person)
    expect((await list()).status).toBe(200)
    await real.close()
  })
})

describe('guessing the second step', () => {
  it('ends after a few tries, also for the right code', async () => {
    const strict = await startTestApp({ env: { RATE_LIMIT_FACTOR: '1' } })
    const person = await newMentee(strict)
    const { code } = await turnOn(strict, person)
    for (let n = 0; n < limits.twoFactorTries; n++)
      expect((await signIn(strict, person, '000000')).body.code).toBe('totp_invalid')
    const late = await signIn(strict, person, code())
    expect([late.status, late.body.code]).toEqual([429, 'rate_limited'])
    await strict.close()
  })
})
