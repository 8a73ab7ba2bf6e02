import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { columnsOf, foundInTables } from '../../testing/found-in-tables.ts'
import {
  menteeForm,
  mentorForm,
  newMentee,
  newMentor,
  newModerator,
  ok,
  signInMentor,
  type TestPerson,
  testPassword,
} from '../../testing/people.ts'
import { impersonalTables, personalTables } from '../../testing/personal-data-tables.ts'
import { decideTicket, ticketAbout } from '../../testing/sanctions.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { makePair, type PairWorld } from '../../testing/two-pairs.ts'
import { newApplication } from '../../testing/vetting.ts'
import { exportColumns } from './export-columns.rules.ts'
import type { Taker } from './export-takers.rules.ts'

let test: TestApp
let moderator: TestPerson
let pair: PairWorld
beforeAll(async () => {
  test = await startTestApp()
  moderator = await newModerator(test)
  pair = await makePair(test, moderator, 'written-by-the-pair', 3)
})
afterAll(() => test.close())

it('says of every table what export and erasure do with it', async () => {
  const present = [...new Set((await columnsOf(test)).map(({ table }) => table))]
  expect(present.filter((table) => !(table in personalTables) && !impersonalTables.has(table))).toEqual([])
  expect(Object.keys(personalTables).filter((table) => !present.includes(table))).toEqual([])
})

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

it('says of every column of every exported table who of the two takes it along', async () => {
  const columns = await columnsOf(test)
  const declared = Object.entries(exportColumns).flatMap(([table, of]) =>
    Object.keys(of).map((column) => `${snake(table)}.${snake(column)}`),
  )
  const exported = Object.keys(personalTables).filter(
    (table) => typeof personalTables[table]!.export === 'string',
  )
  const present = columns
    .filter(({ table }) => exported.includes(table) && table !== 'mail')
    .map(({ table, column }) => `${table}.${column}`)
  expect(present.filter((name) => !declared.includes(name))).toEqual([])
  expect(declared.filter((name) => !present.includes(name))).toEqual([])
  // What proves something to us goes to nobody, whatever it is called next.
  const secrets = Object.entries(exportColumns).flatMap(([table, of]) =>
    Object.entries<Taker>(of)
      .filter(
        ([column, taker]) => taker !== 'nobody' && /hash|secret|sealed|auth$|p256dh|token/i.test(column),
      )
      .map(([column]) => `${table}.${column}`),
  )
  expect(secrets).toEqual([])
})

describe('a person who leaves', () => {
  it('takes nothing along that is the other person’s, and nothing by which somebody could act', async () => {
    const { pool } = test.app.db
    const { mentee, mentor } = pair
    for (const person of [mentee, mentor])
      await pool.query('update account set phone = $2 where id = $1', [
        person.id,
        `phone of the ${person.role}`,
      ])
    await pool.query(
      `update enrollment set payment_url = 'https://pay.example/of-the-mentee', provider_subscription_id = 'sub_of_the_mentee', end_reason = null where mentee_id = $1`,
      [mentee.id],
    )
    await pool.query(
      `update payment set receipt_url = 'https://receipt.example/of-the-mentee', provider_charge_id = 'in_of_the_mentee' where mentee_id = $1`,
      [mentee.id],
    )
    await pool.query(
      `update checkout set url = 'https://checkout.example/of-the-mentee', client_secret = 'pi_secret_of_the_mentee' where mentee_id = $1`,
      [mentee.id],
    )
    await pool.query(
      `insert into payer (account_id, provider, customer_id) values ($1, 'sandbox', 'cus_of_the_mentee')
       on conflict (account_id) do update set customer_id = excluded.customer_id`,
      [mentee.id],
    )
    ok(await test.call(api.accountSettings.mentee.sendOtp, { body: { email: mentee.email } }))
    await test.app.jobHandlers['accounts:send-reset-code']({ role: 'mentee', email: mentee.email })
    const warned = { test, accused: mentee, other: mentor, conversationId: pair.conversationId }
    ok(await decideTicket(test, moderator, await ticketAbout(warned), { outcomes: [{ kind: 'warn' }] }))
    const export_ = async (person: typeof mentee) =>
      JSON.stringify(ok(await test.call(api.accountSettings[person.role as 'mentee'].export, {}, person)))
    const [ofMentee, ofMentor] = [await export_(mentee), await export_(mentor)]
    expect(ofMentor).not.toMatch(/of-the-mentee|of_the_mentee/)
    expect(ofMentor).not.toContain(mentee.email)
    expect(ofMentor).not.toContain('phone of the mentee')
    expect(ofMentee).not.toContain(mentor.email)
    expect(ofMentee).not.toContain('phone of the mentor')
    expect(ofMentee).toContain('https://receipt.example/of-the-mentee')
    expect(ofMentee).not.toContain('pi_secret')
    for (const text of [ofMentee, ofMentor]) {
      expect(text).not.toMatch(/\b\d{6} is your code/)
      expect(text).not.toMatch(/verify-email\?|token=|api\/unsubscribe\//)
    }
  })

  it('neither reads nor deletes what was written to somebody else’s account of the same address', async () => {
    const { mentor } = pair
    const mailsOf = async () =>
      (
        await test.app.db.pool.query<{ n: number }>(
          'select count(*)::int as n from mail where account_id = $1',
          [mentor.id],
        )
      ).rows[0]!.n
    const before = await mailsOf()
    expect(before).toBeGreaterThan(0)
    // Whoever registers with an address has not shown that it is theirs.
    const stranger = await newMentee(test, menteeForm(mentor.email), { isProven: false })
    const taken = ok(await test.call(api.accountSettings.mentee.export, {}, stranger))
    expect(taken.mails).toEqual([expect.objectContaining({ kind: 'verification' })])
    expect(JSON.stringify(taken)).not.toContain(pair.secret)
    const body = { password: testPassword }
    ok(await test.call(api.accountSettings.mentee.deleteAccount, { body }, stranger))
    expect(await mailsOf()).toBe(before)
  })

  it('waits while another’s is put together, and is asked to come back where many wait', async () => {
    const ask = (by: TestPerson) => test.call(api.accountSettings.mentee.export, {}, by)
    const people = await Promise.all(Array.from({ length: 20 }, () => newMentee(test)))
    const responses = await Promise.all(people.map(ask))
    const busy = responses.filter(({ status }) => status === 503)
    expect(busy.length).toBeGreaterThan(0)
    expect(busy.every(({ body }) => body.code === 'unavailable')).toBe(true)
    expect(responses.filter(({ status }) => status === 200).length).toBe(20 - busy.length)
    expect((await ask(pair.mentee)).status).toBe(200)
  })

  it('keeps nobody from theirs by asking for it many times', async () => {
    const ask = (by: TestPerson) => test.call(api.accountSettings.mentee.export, {}, by)
    const other = await newMentee(test)
    const [of, ...more] = await Promise.all([
      ask(other),
      ...Array.from({ length: 20 }, () => ask(pair.mentee)),
    ])
    expect(of.status).toBe(200)
    const refused = more.filter(({ status }) => status !== 200)
    expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['rate_limited']))
  })

  it('can take everything along', async () => {
    for (const person of [pair.mentee, pair.mentor]) {
      const taken = ok(await test.call(api.accountSettings[person.role as 'mentee'].export, {}, person))
      const keys = Object.values(personalTables).flatMap((covered) =>
        typeof covered.export === 'string' ? [covered.export] : [],
      )
      const text = JSON.stringify(taken)
      expect(text).toContain(person.email)
      expect(text).toContain(pair.secret)
      // A key without rows is left out of JSON only where there is one row at most.
      const single = ['profile', 'availability', 'preferences', 'savedReplies', 'twoStepSignIn', 'payer']
      expect(
        keys.filter((key) => !(key in taken) && !single.includes(key)),
        person.role,
      ).toEqual([])
      expect(text).not.toMatch(/password_?hash|token_?hash|sealed|"calendarGeneration"/i)
    }
  })

  it('is gone although somebody registered the address that a deleted account would have', async () => {
    const mentor = await newMentor(test, moderator)
    ok(
      await test.call(api.mentors.register, {
        body: mentorForm(`deleted-${mentor.id}@deleted.invalid`),
      }),
    )
    ok(
      await test.call(api.accountSettings.mentor.deleteAccount, { body: { password: testPassword } }, mentor),
    )
  })

  it('leaves nothing of what they answered as an applicant', async () => {
    const { mentorId, applicationId, email, token } = await newApplication(test, moderator)
    ok(await test.call(api.mentors.answerAsApplicant, { body: { token, text: 'Call 9988776655.' } }))
    ok(await test.call(api.moderation.accept, { body: { mentorId } }, moderator))
    const mentor = await signInMentor(test, email)
    expect(mentor.id).toBe(mentorId)
    ok(
      await test.call(api.accountSettings.mentor.deleteAccount, { body: { password: testPassword } }, mentor),
    )
    const { rows } = await test.app.db.pool.query(
      "select what from case_event where case_id = $1 and strpos(text, '9988776655') > 0",
      [applicationId],
    )
    expect(rows).toEqual([])
  })

  it('is found nowhere any more, in no column of any table', async () => {
    const { mentee } = pair
    await test.app.db.pool.query(
      "update account set phone = '9123456789', last_name = 'Unmistakable' where id = $1",
      [mentee.id],
    )
    ok(await test.call(api.accountSettings.mentee.beginTwoStep, { body: { password: testPassword } }, mentee))
    ok(
      await test.call(api.accountSettings.mentee.deleteAccount, { body: { password: testPassword } }, mentee),
    )
    expect(await foundInTables(test, [mentee.email, '9123456789', 'Unmistakable'])).toEqual([])
    for (const [table, { erasure }] of Object.entries(personalTables)) {
      if (typeof erasure !== 'string') continue
      const text = `select 1 from ${table} where ${erasure} = $1`
      const { rows } = await test.app.db.pool.query(text, [mentee.id])
      expect(rows, table).toEqual([])
    }
  })
})
