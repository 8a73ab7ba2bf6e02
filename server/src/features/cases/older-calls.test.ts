import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CaseWorld, makeCaseWorld } from '../../testing/case-world.ts'
import { outboxWith } from '../../testing/outbox.ts'
import { mentorForm, newApplicant, ok, signInMentor } from '../../testing/people.ts'
import { answerRefund, askForRefund } from '../../testing/refund-requests.ts'
import {
  answerContest,
  contestAs,
  contestText,
  enrollmentOf,
  type Subscribed,
} from '../../testing/settled-sessions.ts'
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

describe('a decision about an application', () => {
  const apply = async () => {
    const form = mentorForm()
    const mentorId = await newApplicant(test, world.moderator, form)
    const { cases } = await world.list({ kind: 'application', search: form.email })
    return { form, mentorId, id: cases[0]!._id }
  }

  it('accepts, on probation or not, and refuses with a reason', async () => {
    const accepted = await apply()
    ok(await world.decide(accepted.id, [{ kind: 'accept_on_probation' }], { reason: 'checks_passed' }))
    await signInMentor(test, accepted.form.email)
    expect((await world.file(accepted.id)).case).toMatchObject({ stage: 'accepted_on_probation' })
    const file = await test.call(api.cases.mentor, { params: { id: accepted.mentorId } }, world.moderator)
    expect(file.body).toMatchObject({ person: { isOnProbation: true } })
    const refused = await apply()
    const silent = await world.decide(refused.id, [{ kind: 'reject' }])
    expect([silent.status, Object.keys(silent.body.fields as object)]).toEqual([400, ['text']])
    ok(await world.decide(refused.id, [{ kind: 'reject' }], { text: 'Your firm could not be confirmed.' }))
    const [mail] = await outboxWith(test, refused.form.email, 'About your application')
    expect(mail!.text).toContain('Your firm could not be confirmed.')
  })
})

describe('the older calls', () => {
  it('decide the same case, and find it decided', async () => {
    const id = await world.raise(pair)
    const act = (action: 'dismiss' | 'block') =>
      test.call(api.tickets.decide, { body: { ticketId: id, action, note: 'seen' } }, world.second)
    ok(await act('dismiss'))
    expect((await world.file(id)).case).toMatchObject({
      status: 'decided',
      claimedBy: null,
      decision: { by: 'Moderator', outcomes: [{ kind: 'dismiss' }], text: 'seen' },
    })
    expect((await world.decide(id, [{ kind: 'warn' }])).body.code).toBe('already_decided')
    const other = await world.raise(pair)
    ok(await world.decide(other, [{ kind: 'warn' }]))
    const late = await test.call(
      api.tickets.decide,
      { body: { ticketId: other, action: 'block' } },
      world.second,
    )
    expect([late.status, late.body.code]).toEqual([409, 'already_decided'])
  })

  it('leave a refund above ₹10,000 to the case, which another moderator confirms', async () => {
    const own = await world.pair()
    await test.app.db.pool.query('update payment set amount = 40000 where enrollment_id = $1', [
      own.enrollmentId,
    ])
    const { refundRequest } = ok(await askForRefund(test, own))
    expect(refundRequest.amount).toBeGreaterThan(10_000)
    ok(await answerRefund(test, own.mentor, refundRequest._id, { agree: false, text: contestText }))
    const { cases } = await world.list({ kind: 'refund', search: own.mentee.email })
    const ticketId = cases[0]!._id
    const alone = await test.call(
      api.tickets.decide,
      { body: { ticketId, action: 'refund', note: 'As asked.' } },
      world.moderator,
    )
    expect([alone.status, alone.body.code]).toEqual([409, 'needs_second'])
    expect((await world.file(ticketId)).case.status).toBe('open')
    const { rows } = await test.app.db.pool.query('select id from refund where enrollment_id = $1', [
      own.enrollmentId,
    ])
    expect(rows).toEqual([])
  })

  it('count with a refund what moderators gave the two within a month', async () => {
    const own = await world.pair()
    await test.app.db.pool.query('update payment set amount = 40000 where enrollment_id = $1', [
      own.enrollmentId,
    ])
    ok(await world.decide(await world.raise(own), [{ kind: 'refund', amount: 10_000 }]))
    const { refundRequest } = ok(await askForRefund(test, own))
    // Alone it would be little enough.
    await test.app.db.pool.query('update refund_request set amount = 5000 where id = $1', [refundRequest._id])
    ok(await answerRefund(test, own.mentor, refundRequest._id, { agree: false, text: contestText }))
    const { cases } = await world.list({ kind: 'refund', search: own.mentee.email })
    const ticketId = cases[0]!._id
    const body = { ticketId, action: 'refund' as const, note: 'As asked.' }
    const alone = await test.call(api.tickets.decide, { body }, world.moderator)
    expect([alone.status, alone.body.code]).toEqual([409, 'needs_second'])
    expect((await world.file(ticketId)).case.status).toBe('open')
  })

  it('give a call back as the decision of the case does', async () => {
    const contested = async () => {
      const disputing = await world.pair()
      const { _id: slotId } = await world.settled(disputing, ['mentor'])
      const { contest } = ok(await contestAs(test, disputing.mentee, slotId))
      ok(await answerContest(test, disputing.mentor, contest._id, { agree: false, text: contestText }))
      const { cases } = await world.list({ kind: 'contest', search: disputing.mentee.email })
      return { disputing, id: cases[0]!._id }
    }
    const [byOlderCall, byCase] = [await contested(), await contested()]
    const body = { ticketId: byOlderCall.id, action: 'return_call' as const, note: 'The room was empty.' }
    ok(await test.call(api.tickets.decide, { body }, world.second))
    ok(await world.decide(byCase.id, [{ kind: 'return_call' }]))
    for (const { id, disputing } of [byOlderCall, byCase]) {
      expect((await world.file(id)).case).toMatchObject({
        status: 'decided',
        decision: { outcomes: [{ kind: 'return_call' }] },
      })
      expect((await enrollmentOf(test, disputing)).callsLeft).toBe(4)
    }
  })

  it('accept and refuse applications, whose cases are decided with them', async () => {
    const form = mentorForm()
    const mentorId = await newApplicant(test, world.moderator, form)
    const { cases } = await world.list({ kind: 'application', search: form.email })
    ok(await test.call(api.moderation.accept, { body: { mentorId } }, world.second))
    expect((await world.file(cases[0]!._id)).case).toMatchObject({
      status: 'decided',
      stage: 'accepted',
      decision: { outcomes: [{ kind: 'accept' }] },
    })
  })
})
