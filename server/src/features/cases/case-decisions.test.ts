import type { Outcome } from '@marga/contract/outcomes'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CaseWorld, makeCaseWorld } from '../../testing/case-world.ts'
import { outboxWith } from '../../testing/outbox.ts'
import { ok } from '../../testing/people.ts'
import { runPaymentJobs } from '../../testing/queued-jobs.ts'
import { answerContest, contestAs, type Subscribed } from '../../testing/settled-sessions.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let world: CaseWorld
let pair: Subscribed
beforeAll(async () => {
  test = await startTestApp()
  world = await makeCaseWorld(test)
  pair = await world.pair()
})
afterAll(() => test.close())

const rows = async <R>(sql: string, values: unknown[]) =>
  (await test.app.db.pool.query(sql, values)).rows as R[]
const slotOf = async (id: string) =>
  (await rows<{ status: string; missed_by: string | null }>('select * from slot where id = $1', [id]))[0]!
const callsOf = async (of: Subscribed) =>
  rows<{ status: string; source: string; because: string }>(
    'select status, source, because from session_credit where enrollment_id = $1 order by changed_at desc',
    [of.enrollmentId],
  )
const refundedOf = async (of: Subscribed) =>
  (
    await rows<{ sum: number }>(
      'select coalesce(sum(amount), 0)::integer as sum from refund where enrollment_id = $1',
      [of.enrollmentId],
    )
  )[0]!.sum

describe('a decision', () => {
  it('is one moderator’s, of two and of one who sends it with five keys', async () => {
    const id = await world.raise(pair)
    const people = [world.moderator, world.second]
    const responses = await Promise.all(
      Array.from({ length: 6 }, (_, turn) =>
        test.request('POST', `/api/moderator/cases/${id}/decide`, {
          body: { outcomes: [{ kind: 'warn' }], reason: 'spam' },
          token: people[turn % 2]!.token,
          headers: { 'idempotency-key': `key-${turn}` },
        }),
      ),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
    const lost = responses.find(({ status }) => status === 409)!
    expect(lost.body).toMatchObject({ code: 'already_decided', decidedBy: 'Moderator' })
    const warnings = await rows('select id from sanction where case_id = $1', [id])
    expect(warnings).toHaveLength(1)
    expect((await world.list({ status: 'decided', search: id })).cases).toMatchObject([
      { _id: id, decision: { by: 'Moderator', reason: 'spam', outcomes: [{ kind: 'warn' }] } },
    ])
    expect(await outboxWith(test, pair.mentor.email, 'A warning from our moderators')).toHaveLength(1)
  })

  it('happens as a whole or not at all', async () => {
    const own = await world.pair()
    const messageId = await world.write(own, 'Pay me by bank transfer.')
    const id = await world.raise(own, { context: { kind: 'message', id: messageId } })
    await test.app.db.pool.query('delete from message where id = $1', [messageId])
    const refused = await world.decide(id, [{ kind: 'block' }, { kind: 'remove_content' }])
    expect([refused.status, Object.keys(refused.body.fields as object)]).toEqual([400, ['outcomes.1.kind']])
    const [mentor] = await rows<{ is_blocked: boolean }>('select is_blocked from account where id = $1', [
      own.mentor.id,
    ])
    expect(mentor!.is_blocked).toBe(false)
    expect((await world.file(id)).case.status).toBe('open')
    expect(await outboxWith(test, own.mentor.email, 'Your account is blocked')).toEqual([])
  })

  it('gives a call back, and tells the mentee', async () => {
    const own = await world.pair()
    const slot = await world.settled(own, ['mentor'])
    const id = await world.raise(own)
    const outcomes: Outcome[] = [{ kind: 'return_call', slotId: slot._id }]
    ok(await world.decide(id, outcomes, { reason: 'goodwill', raiserText: 'You told us that you were ill.' }))
    expect((await callsOf(own))[0]).toEqual({
      status: 'free',
      source: 'moderator',
      because: 'given_by_moderator',
    })
    const [mail] = await outboxWith(test, own.mentee.email, 'Your ticket about')
    expect(mail!.text).toContain('You told us that you were ill.')
    const again = await world.decide(await world.raise(own), outcomes)
    expect([again.status, Object.keys(again.body.fields as object)]).toEqual([400, ['outcomes.0.slotId']])
  })

  it.each([
    ['completed', ['completed', null], ['spent', 'completed']],
    ['missed_by_mentee', ['missed', 'mentee'], ['spent', 'missed_by_mentee']],
    ['missed_by_both', ['missed', 'both'], ['free', 'missed_by_mentor']],
  ] as const)(
    'corrects a session that counted as missed by the mentor to %s, and its call with it',
    async (outcome, slot, call) => {
      const own = await world.pair()
      const { _id: slotId } = await world.settled(own, ['mentee'])
      expect((await callsOf(own)).filter(({ source }) => source === 'bonus')).toMatchObject([
        { status: 'free' },
      ])
      const context = { kind: 'slot', id: slotId } as const
      const id = await world.raise(own, { context }, 'mentor')
      ok(await world.decide(id, [{ kind: 'correct_session', outcome }]))
      const corrected = await slotOf(slotId)
      expect([corrected.status, corrected.missed_by]).toEqual(slot)
      const calls = await callsOf(own)
      expect(calls.find(({ source }) => source === 'bonus')!.status).toBe('lapsed')
      expect(calls.find(({ source, because }) => source !== 'bonus' && because === call[1])?.status).toBe(
        call[0],
      )
    },
  )

  it('can be corrected by a later one: the call that a session used after all can come back', async () => {
    const own = await world.pair()
    const { _id: slotId } = await world.settled(own, ['mentee'])
    const context = { kind: 'slot', id: slotId } as const
    const decide = async (outcomes: Outcome[]) =>
      ok(await world.decide(await world.raise(own, { context }), outcomes))
    await decide([{ kind: 'correct_session', outcome: 'completed' }])
    expect((await slotOf(slotId)).status).toBe('completed')
    const used = async () => (await callsOf(own)).filter(({ status }) => status === 'spent').length
    expect(await used()).toBe(1)
    await decide([{ kind: 'correct_session', outcome: 'missed_by_mentor' }])
    expect(await used()).toBe(0)
    await decide([{ kind: 'correct_session', outcome: 'completed' }])
    await decide([{ kind: 'return_call', slotId }])
    expect(await used()).toBe(0)
  })

  it('corrects a session that the mentor had agreed to have missed, and takes the bonus for that back', async () => {
    const own = await world.pair()
    const { _id: slotId } = await world.settled(own)
    const { contest } = ok(await contestAs(test, own.mentee, slotId))
    ok(await answerContest(test, own.mentor, contest._id, { agree: true }))
    const bonuses = async () => (await callsOf(own)).filter(({ source }) => source === 'bonus')
    expect(await bonuses()).toMatchObject([{ status: 'free' }])
    const id = await world.raise(own, { context: { kind: 'slot', id: slotId } }, 'mentor')
    ok(await world.decide(id, [{ kind: 'correct_session', outcome: 'completed' }]))
    expect(await bonuses()).toMatchObject([{ status: 'lapsed', because: 'completed' }])
    expect(await callsOf(own)).toContainEqual({ status: 'spent', source: 'returned', because: 'completed' })
  })

  it('gives back so many rupees, once, and leaves the subscription as it is', async () => {
    const own = await world.pair()
    const { refundable } = (await world.file(await world.raise(own))).evidence
    const tooMuch = await world.decide(await world.raise(own), [{ kind: 'refund', amount: refundable + 1 }])
    expect([tooMuch.status, Object.keys(tooMuch.body.fields as object)]).toEqual([400, ['outcomes.0.amount']])
    ok(await world.decide(await world.raise(own), [{ kind: 'refund', amount: 500 }]))
    await runPaymentJobs(test)
    expect(await refundedOf(own)).toBe(500)
    expect((await world.file(await world.raise(own))).evidence.refundable).toBe(refundable - 500)
    const statusOf = async () =>
      (await rows<{ status: string }>('select status from enrollment where id = $1', [own.enrollmentId]))[0]!
        .status
    expect(await statusOf()).toBe('active')
    // Also where nothing is left of what was paid.
    ok(await world.decide(await world.raise(own), [{ kind: 'refund', amount: refundable - 500 }]))
    await runPaymentJobs(test)
    expect([await refundedOf(own), await statusOf()]).toEqual([refundable, 'active'])
  })
})

describe('a refund above ₹10,000', () => {
  const dear = async () => {
    const own = await world.pair()
    await test.app.db.pool.query(`update payment set amount = 40000 where enrollment_id = $1`, [
      own.enrollmentId,
    ])
    return own
  }

  it('is confirmed by another moderator, with the same call', async () => {
    const own = await dear()
    const id = await world.raise(own)
    const outcomes: Outcome[] = [{ kind: 'refund', amount: 10_001 }, { kind: 'warn' }]
    const first = await world.decide(id, outcomes, { reason: 'not_as_promised' })
    expect([first.status, first.body.code]).toEqual([409, 'needs_second'])
    expect((await world.decide(id, outcomes)).body.code).toBe('needs_second')
    const { proposal, status } = (await world.file(id, world.second)).case
    expect([status, proposal]).toMatchObject(['open', { outcomes, isYours: false }])
    expect(await refundedOf(own)).toBe(0)
    ok(await world.decide(id, outcomes, { reason: 'not_as_promised' }, world.second))
    expect(await refundedOf(own)).toBe(10_001)
    const [row] = await rows<{ decided_by: string; confirmed_by: string }>(
      'select decided_by, confirmed_by from moderation_case where id = $1',
      [id],
    )
    expect(row).toEqual({ decided_by: world.moderator.id, confirmed_by: world.second.id })
  })

  it('is the same in parts: what moderators gave the two within a month counts with it', async () => {
    const own = await dear()
    const give = async (amount: number, who?: typeof world.second) =>
      world.decide(await world.raise(own), [{ kind: 'refund', amount }], {}, who)
    ok(await give(6_000))
    expect((await give(4_001, world.second)).body.code).toBe('needs_second')
    ok(await give(4_000))
    expect((await give(1)).body.code).toBe('needs_second')
    expect(await refundedOf(own)).toBe(10_000)
    const other = await dear()
    ok(await world.decide(await world.raise(other), [{ kind: 'refund', amount: 10_000 }]))
  })

  it('waits anew when the other moderator decides otherwise', async () => {
    const own = await dear()
    const id = await world.raise(own)
    await world.decide(id, [{ kind: 'refund', amount: 20_000 }])
    const other = await world.decide(id, [{ kind: 'refund', amount: 15_000 }], {}, world.second)
    expect(other.body.code).toBe('needs_second')
    expect((await world.file(id)).case.proposal).toMatchObject({ outcomes: [{ amount: 15_000 }] })
    ok(await world.decide(id, [{ kind: 'dismiss' }]))
    expect((await world.file(id)).case).toMatchObject({ status: 'decided', proposal: null })
    expect(await refundedOf(own)).toBe(0)
  })
})

describe('a decision is refused', () => {
  const cases: [string, Outcome[], string][] = [
    ['what does not fit the kind', [{ kind: 'accept' }], 'outcomes.0.kind'],
    ['what stands alone beside something else', [{ kind: 'dismiss' }, { kind: 'warn' }], 'outcomes'],
    ['the same twice', [{ kind: 'warn' }, { kind: 'warn' }], 'outcomes.1.kind'],
    ['two that shut out', [{ kind: 'suspend', days: 3 }, { kind: 'block' }], 'outcomes.1.kind'],
    ['no days', [{ kind: 'suspend', days: 0 }], 'outcomes.0.days'],
    ['somebody who is not in it', [{ kind: 'warn', personId: v7() }], 'outcomes.0.personId'],
    ['no content to remove', [{ kind: 'remove_content' }], 'outcomes.0.kind'],
    ['no session', [{ kind: 'return_call' }], 'outcomes.0.slotId'],
    ['nothing', [], 'outcomes'],
  ]
  it.each(cases)('with %s', async (_, outcomes, field) => {
    const id = await world.raise(pair)
    const refused = await world.decide(id, outcomes)
    expect([refused.status, Object.keys(refused.body.fields as object)]).toEqual([400, [field]])
    expect((await world.file(id)).case.status).toBe('open')
  })

  it('in plain words with a kind that there is not', async () => {
    const refused = await world.decide(await world.raise(pair), [{ kind: 'applaud' } as never])
    expect(refused.body.fields).toEqual({ 'outcomes.0.kind': 'This is not one of the possible values.' })
  })
})
