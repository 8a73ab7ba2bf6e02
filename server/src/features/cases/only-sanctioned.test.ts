import { api } from '@marga/contract/api'
import type { Outcome } from '@marga/contract/outcomes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CaseWorld, makeCaseWorld } from '../../testing/case-world.ts'
import { outboxWith } from '../../testing/outbox.ts'
import { ok, testPassword } from '../../testing/people.ts'
import { answerContest, contestAs, type Subscribed, toldTo } from '../../testing/settled-sessions.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let world: CaseWorld
beforeAll(async () => {
  test = await startTestApp()
  world = await makeCaseWorld(test)
})
afterAll(() => test.close())

const ticketsOf = async ({ mentee }: Subscribed) =>
  ok(await test.call(api.tickets.ofMentee, { params: { menteeId: mentee.id } }, mentee)).listOfTickets

describe('whoever raised a ticket and is sanctioned for it', () => {
  it('is not told that it was acted on', async () => {
    const pair = await world.pair()
    const id = await world.raise(pair)
    const outcomes: Outcome[] = [{ kind: 'warn', personId: pair.mentee.id }]
    ok(
      await world.decide(id, outcomes, { reason: 'spam', raiserText: 'Please do not advertise in tickets.' }),
    )
    const [mail] = await outboxWith(test, pair.mentee.email, 'Your ticket about')
    expect(mail!.text).toContain('decided not to act')
    expect((await toldTo(test, pair.mentee)).map(({ content }) => content)).toContainEqual(
      expect.stringMatching(/decided not to act\.$/),
    )
    expect((await ticketsOf(pair))[0]).toMatchObject({ _id: id, status: 'dismissed' })
  })

  it('is told so where the accused is sanctioned, too', async () => {
    const pair = await world.pair()
    const id = await world.raise(pair)
    ok(await world.decide(id, [{ kind: 'warn' }, { kind: 'warn', personId: pair.mentee.id }]))
    const [mail] = await outboxWith(test, pair.mentee.email, 'Your ticket about')
    expect(mail!.text).toContain('acted on it')
    expect((await ticketsOf(pair))[0]).toMatchObject({ _id: id, status: 'actioned' })
  })
})

describe('somebody who has deleted the account', () => {
  it('is not sanctioned any more, which nobody is told then', async () => {
    const pair = await world.pair()
    const id = await world.raise(pair)
    const body = { password: testPassword }
    ok(await test.call(api.accountSettings.mentor.deleteAccount, { body }, pair.mentor))
    const refused = await world.decide(id, [{ kind: 'suspend', days: 3 }])
    expect([refused.status, refused.body.fields]).toEqual([
      400,
      { 'outcomes.0.kind': 'This account was deleted: there is no one to sanction.' },
    ])
    expect(await outboxWith(test, pair.mentee.email, 'Your ticket about')).toEqual([])
    ok(await world.decide(id, [{ kind: 'dismiss' }]))
  })

  it('is told nothing of a ticket of theirs that is decided afterwards: nothing new is kept about them', async () => {
    const pair = await world.pair()
    const id = await world.raise(pair)
    const body = { password: testPassword }
    ok(await test.call(api.accountSettings.mentee.deleteAccount, { body }, pair.mentee))
    ok(await world.decide(id, [{ kind: 'warn' }]))
    const { rows } = await test.app.db.pool.query('select content from notification where account_id = $1', [
      pair.mentee.id,
    ])
    expect(rows).toEqual([])
  })

  it('keeps nobody else from being sanctioned', async () => {
    const pair = await world.pair()
    const id = await world.raise(pair)
    const body = { password: testPassword }
    ok(await test.call(api.accountSettings.mentee.deleteAccount, { body }, pair.mentee))
    const ofRaiser = await world.decide(id, [{ kind: 'warn', personId: pair.mentee.id }])
    expect(Object.keys(ofRaiser.body.fields as object)).toEqual(['outcomes.0.kind'])
    ok(await world.decide(id, [{ kind: 'warn' }]))
    expect(await outboxWith(test, pair.mentor.email, 'A warning')).toHaveLength(1)
  })
})

describe('a contest about which somebody is only sanctioned', () => {
  async function contested() {
    const pair = await world.pair()
    const slot = await world.settled(pair)
    const { contest } = ok(await contestAs(test, pair.mentee, slot._id))
    ok(await answerContest(test, pair.mentor, contest._id, { agree: false }))
    const { cases } = await world.list({ kind: 'contest', search: pair.mentor.email })
    return { pair, id: cases[0]!._id }
  }

  it('counts as refused, for which the two are given a reason', async () => {
    const { pair, id } = await contested()
    const outcomes: Outcome[] = [{ kind: 'warn' }]
    const silent = await world.decide(id, outcomes)
    expect([silent.status, silent.body.fields]).toEqual([400, { text: 'Tell the two why.' }])
    ok(await world.decide(id, outcomes, { text: 'The room was open for both of you.' }))
    const [mail] = await outboxWith(test, pair.mentee.email, 'Your contested session')
    expect(mail!.text).toContain('The room was open for both of you.')
    const { ticket } = ok(await test.call(api.tickets.get, { params: { ticketId: id } }, world.moderator))
    expect(ticket).toMatchObject({ disputeKind: 'contest', status: 'dismissed' })
  })
})
