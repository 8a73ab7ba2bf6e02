import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CaseWorld, makeCaseWorld } from '../../testing/case-world.ts'
import { ok } from '../../testing/people.ts'
import { type StripeApp, startStripeApp, subscribe } from '../../testing/stripe-app.ts'

// The bank takes such a payment back as a whole, and the provider refuses for days to refund anything of it.

let app: StripeApp
let world: CaseWorld
beforeAll(async () => {
  app = await startStripeApp()
  world = await makeCaseWorld(app.test)
})
afterAll(() => app.close())

it('a moderator gives nothing back of a payment that is disputed at the bank', async () => {
  const { mentee, subscriptionId, id: enrollmentId } = await subscribe(app)
  const caseId = await world.raise({ mentee, mentor: app.mentor, enrollmentId })
  app.stripe.billing.dispute(subscriptionId)
  await app.catchUp()
  const refused = await world.decide(caseId, [{ kind: 'refund', amount: 100 }])
  expect(refused.status).toBe(400)
  expect(refused.body.fields).toEqual({
    'outcomes.0.amount': 'At most ₹0 of the two’s payments can go back.',
  })
})

it('nor does a call that comes back once the subscription is over', async () => {
  const { mentee, id: enrollmentId } = await subscribe(app)
  const pair = { mentee, mentor: app.mentor, enrollmentId }
  const { _id: slotId } = await world.settled(pair)
  const { pool } = app.app.db
  await pool.query('update payment set is_disputed = true where enrollment_id = $1', [enrollmentId])
  await pool.query(
    "update enrollment set status = 'ended', end_reason = 'disputed', ended_at = started_at where id = $1",
    [enrollmentId],
  )
  ok(await world.decide(await world.raise(pair), [{ kind: 'return_call', slotId }]))
  const { rows } = await pool.query('select amount from refund where enrollment_id = $1', [enrollmentId])
  expect(rows).toEqual([])
})
