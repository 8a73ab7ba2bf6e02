import { api } from '@marga/contract/api'
import pg from 'pg'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countLockWaits } from '../../testing/lock-waits.ts'
import {
  newMentee,
  newModerator,
  ok,
  signInModerator,
  type TestPerson,
  testPassword,
} from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { mailsTo, newApplication } from '../../testing/vetting.ts'

let test: TestApp
let moderator: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  moderator = await newModerator(test)
})
afterAll(() => test.close())

let count = 0
const newEmail = () => `Invited-${++count}@example.com`
const invite = (email: string, by = moderator) => test.call(api.moderators.invite, { body: { email } }, by)
const tokenFor = async (email: string) =>
  /accept-invitation\?token=([\w-]+)/.exec((await mailsTo(test, email))[0]!.text)![1]!
const read = (token: string) => test.call(api.moderators.readInvitation, { body: { token } })
const accept = (token: string, name = 'Meera Nair', password = testPassword) =>
  test.call(api.moderators.acceptInvitation, { body: { token, name, password } })
const list = async (by = moderator) => ok(await test.call(api.moderators.list, {}, by))
const leave = (by: TestPerson, password = testPassword) =>
  test.call(api.moderators.leave, { body: { password } }, by)
const actsOf = async (moderatorId: string) =>
  ok(
    await test.call(api.moderation.auditLog, { query: { limit: 100, moderatorId } as never }, moderator),
  ).entries.map(({ action, note }) => [action, note])

async function join(email = newEmail()) {
  ok(await invite(email))
  ok(await accept(await tokenFor(email)))
  return signInModerator(test, email)
}

describe('an invitation', () => {
  it('makes a moderator of whoever has the mail, once', async () => {
    const email = newEmail()
    const response = await invite(email)
    const { _id: id, ...invitation } = ok(response).data
    expect([response.status, invitation]).toMatchObject([201, { email, invitedBy: 'Moderator' }])
    expect((await list()).invitations.map((one) => one.email)).toEqual([email])
    const token = await tokenFor(email)
    expect(ok(await read(token))).toEqual({ email, invitedBy: 'Moderator' })
    const answers = await Promise.all([accept(token), accept(token, 'Somebody Else')])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400])
    expect((await read(token)).body.code).toBe('invalid_token')
    const person = await signInModerator(test, email)
    const { moderators, invitations } = await list(person)
    expect(invitations).toEqual([])
    expect(moderators.find(({ isYou }) => isYou)).toMatchObject({ email, isTwoFactorOn: false })
    expect(await actsOf(person.id)).toEqual([['join', `Invitation ${id}`]])
    expect(await actsOf(moderator.id)).toContainEqual(['invite', `Invitation ${id}`])
  })

  it('is not sent to a moderator', async () => {
    const response = await invite(moderator.email.toUpperCase())
    expect([response.status, response.body.code, Object.keys(response.body.fields as object)]).toEqual([
      409,
      'already_exists',
      ['email'],
    ])
  })

  it('takes the place of an earlier one of the address, whose link works no more', async () => {
    const email = newEmail()
    ok(await invite(email))
    const earlier = await tokenFor(email)
    ok(await invite(email.toLowerCase()))
    expect((await read(earlier)).status).toBe(400)
    expect(
      (await list()).invitations.filter((one) => one.email.toLowerCase() === email.toLowerCase()),
    ).toHaveLength(1)
    ok(await read(await tokenFor(email.toLowerCase())))
  })

  it('works no more once it is withdrawn', async () => {
    const email = newEmail()
    const { _id: id } = ok(await invite(email)).data
    const token = await tokenFor(email)
    ok(await test.call(api.moderators.withdrawInvitation, { params: { id } }, moderator))
    expect((await accept(token)).body.code).toBe('invalid_token')
    expect((await actsOf(moderator.id))[0]).toEqual(['withdraw', `Invitation ${id}`])
    const again = await test.call(api.moderators.withdrawInvitation, { params: { id } }, moderator)
    expect(again.status).toBe(404)
  })

  it('stays open after a password that everybody tries first', async () => {
    const email = newEmail()
    ok(await invite(email))
    const token = await tokenFor(email)
    const refused = await accept(token, 'Meera Nair', 'password1234')
    expect([refused.status, Object.keys(refused.body.fields as object)]).toEqual([400, ['password']])
    ok(await accept(token))
  })

  it('ends after seven days, and is forgotten', async () => {
    const email = newEmail()
    ok(await invite(email))
    const token = await tokenFor(email)
    test.clock.advance(7 * 86_400_000)
    expect((await accept(token)).body.code).toBe('invalid_token')
    await test.app.jobHandlers['housekeeping:daily']({})
    const { rows } = await test.app.db.pool.query('select 1 from moderator_invitation where email = $1', [
      email,
    ])
    expect(rows).toEqual([])
    moderator = await signInModerator(test, moderator.email)
  })
})

describe('a moderator who leaves', () => {
  it('proves it with the own password, is signed out, and leaves what was decided without the name', async () => {
    const leaver = await join()
    const body = { menteeId: (await newMentee(test)).id, isBlocked: true, note: 'Rude.' }
    ok(await test.call(api.moderation.changeMenteeStatus, { body }, leaver))
    expect((await leave(leaver, 'not the password')).body.code).toBe('wrong_password')
    ok(await leave(leaver))
    // The end of their logins reaches what a process remembers a moment after the commit.
    await expect.poll(async () => (await test.call(api.moderators.list, {}, leaver)).status).toBe(401)
    const login = { email: leaver.email, password: testPassword }
    expect((await test.call(api.accounts.loginModerator, { body: login })).status).toBe(409)
    expect((await list()).moderators.map(({ _id }) => _id)).not.toContain(leaver.id)
    const { entries } = ok(
      await test.call(api.moderation.auditLog, { query: { moderatorId: leaver.id } as never }, moderator),
    )
    expect(entries.map(({ action, moderatorName }) => [action, moderatorName])).toEqual([
      ['leave', null],
      ['block', null],
      ['join', null],
    ])
    const account = await test.app.db.query
      .selectFrom('account')
      .select(['email', 'firstName', 'passwordHash', 'deletedAt'])
      .where('id', '=', leaver.id)
      .executeTakeFirstOrThrow()
    expect(account).toMatchObject({ firstName: 'Deleted', passwordHash: null, deletedAt: expect.any(Date) })
    expect(account.email).not.toContain(leaver.email)
    // The address is free for another invitation.
    ok(await invite(leaver.email))
  })

  it('gives back the cases they were at', async () => {
    const leaver = await join()
    const { applicationId: caseId } = await newApplication(test, moderator)
    await test.app.db.query
      .updateTable('moderationCase')
      .set({ claimedBy: leaver.id, claimedUntil: new Date() })
      .where('id', '=', caseId)
      .execute()
    ok(await leave(leaver))
    const row = await test.app.db.query
      .selectFrom('moderationCase')
      .select(['claimedBy', 'claimedUntil'])
      .where('id', '=', caseId)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ claimedBy: null, claimedUntil: null })
  })

  it('is refused as the last one, and of two who leave at once one stays', async () => {
    const alone = await startTestApp()
    for (let round = 0; round < 3; round++) {
      const two = [await newModerator(alone), await newModerator(alone)]
      const earlier = await alone.app.moderators.ids(alone.app.db.query)
      const answers = await Promise.all(
        two.map((one) => alone.call(api.moderators.leave, { body: { password: testPassword } }, one)),
      )
      const codes = answers.map(({ status, body }) => (status === 200 ? 'left' : body.code)).sort()
      expect(codes).toEqual(earlier.length === 2 ? ['last_moderator', 'left'] : ['left', 'left'])
      if (earlier.length > 2) continue
      const stayed = two[answers.findIndex(({ status }) => status !== 200)]!
      const again = await alone.call(api.moderators.leave, { body: { password: testPassword } }, stayed)
      expect(again.body.code).toBe('last_moderator')
      ok(await alone.call(api.moderators.list, {}, stayed))
    }
    expect(await alone.app.moderators.ids(alone.app.db.query)).toHaveLength(1)
    await alone.close()
  })
})

describe('outside DEMO', () => {
  it('nothing of vetting, moderators and the log is done before two-step sign-in is on', async () => {
    const real = await startTestApp({ env: { DEMO: '0' } })
    const person = await newModerator(real)
    const id = v7()
    const answers = [
      await real.call(api.cases.stage, { body: { mentorId: id, stage: 'in_review' } }, person),
      await real.call(api.cases.check, { params: { id }, body: { item: 'work', evidence: 'x' } }, person),
      await real.call(api.moderators.list, {}, person),
      await real.call(api.moderators.invite, { body: { email: newEmail() } }, person),
      await real.call(api.moderators.withdrawInvitation, { params: { id } }, person),
      await real.call(api.moderators.leave, { body: { password: testPassword } }, person),
      await real.call(api.moderation.auditLog, { query: {} as never }, person),
      await real.call(api.moderation.exportAuditLog, { query: {} }, person),
    ]
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      answers.map(() => [403, 'totp_setup_required']),
    )
    await real.close()
  })
})

it('an operator ends a moderator who has gone, with all sign-ins', async () => {
  const gone = await join()
  const invited = newEmail()
  ok(await invite(invited, gone))
  const token = await tokenFor(invited)
  expect(await test.app.leaving.remove('nobody@moderator.test')).toBe(false)
  expect(await test.app.leaving.remove(gone.email.toUpperCase())).toBe(true)
  await expect.poll(async () => (await test.call(api.moderators.list, {}, gone)).status).toBe(401)
  expect((await list()).moderators.map(({ _id }) => _id)).not.toContain(gone.id)
  expect(await actsOf(gone.id)).toContainEqual(['leave', 'By the operator'])
  // Somebody else may have had the account, and invited themselves.
  expect((await accept(token)).body.code).toBe('invalid_token')
})

it('an invitation that is being made while its moderator is ended ends with the account', async () => {
  const gone = await join()
  const invited = newEmail()
  ok(await invite(invited, gone))
  const token = await tokenFor(invited)
  const inviting = new pg.Client({ connectionString: test.databaseUrl })
  await inviting.connect()
  await inviting.query('begin')
  await inviting.query('select from login_session where account_id = $1 for key share', [gone.id])
  // Not to be seen by others yet, as one that is just written.
  await inviting.query(
    `with taken as (delete from moderator_invitation as m where lower(email) = lower($1) returning m)
     insert into moderator_invitation select (jsonb_populate_record(m, jsonb_build_object('id', gen_random_uuid(),
       'email', 'another-' || (m).email))).* from taken`,
    [invited],
  )
  const ending = test.app.leaving.remove(gone.email)
  await expect.poll(() => countLockWaits(test.app.db.pool)).toBeGreaterThan(0)
  await inviting.query('commit')
  await inviting.end()
  expect(await ending).toBe(true)
  expect((await accept(token)).body.code).toBe('invalid_token')
})
