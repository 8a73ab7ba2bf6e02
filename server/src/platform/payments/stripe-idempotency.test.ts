import Stripe from 'stripe'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createTestClock, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { daysMs, newId } from '../clock.ts'
import { createLog } from '../log.ts'
import { createProviderAttempts } from './provider-attempts.ts'
import { createAskStripe } from './stripe-client.ts'
import { createMakeIdempotently } from './stripe-idempotency.ts'

const clock = createTestClock()
let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ clock })
})
afterAll(() => test.close())

/** Something that Stripe is asked to make, and what becomes of each attempt: made, a failure, or no answer. */
function making(...outcomes: (string | Error)[]) {
  const name = `thing:${newId()}`
  const keys: string[] = []
  const find = vi.fn(async (): Promise<string | undefined> => undefined)
  const make = async ({ idempotencyKey }: Stripe.RequestOptions) => {
    keys.push(idempotencyKey!.slice(-1))
    const outcome = outcomes.shift()!
    if (outcome instanceof Error) throw outcome
    return outcome
  }
  const attempts = createProviderAttempts({ db: test.app.db, clock })
  const makeIdempotently = createMakeIdempotently({ ask: createAskStripe(createLog('silent')), attempts })
  return { keys, find, ask: () => makeIdempotently({ name, params: {}, find, make }), attempts }
}
const silence = () => new Stripe.errors.StripeConnectionError({ type: 'api_error', message: 'timed out' })
const failure = (statusCode: number) =>
  new Stripe.errors.StripeAPIError({ type: 'api_error', message: 'failed', statusCode })

it('looks first for what an attempt without an answer has made', async () => {
  const { keys, find, ask } = making(silence())
  await expect(ask()).rejects.toMatchObject({ code: 'payment_provider_unavailable' })
  expect(find).not.toHaveBeenCalled()
  find.mockResolvedValue('made')
  expect(await ask()).toBe('made')
  expect(keys).toEqual(['0'])
})

it('asks under the same key after no answer, since the first attempt may be under way', async () => {
  const { keys, find, ask } = making(silence(), silence(), 'made')
  await expect(ask()).rejects.toThrow()
  await expect(ask()).rejects.toThrow()
  expect(await ask()).toBe('made')
  expect(find).toHaveBeenCalledTimes(2)
  expect(keys).toEqual(['0', '0', '0'])
})

it('looks and goes on under the next key after a failure, also one that no answer came of at first', async () => {
  const { keys, find, ask } = making(silence(), failure(500), 'made')
  await expect(ask()).rejects.toThrow()
  expect(await ask()).toBe('made')
  expect(find).toHaveBeenCalledTimes(2)
  expect(keys).toEqual(['0', '0', '1'])
})

it('keeps the next key though an answer fails to come later', async () => {
  const { keys, ask } = making(failure(500), silence(), 'made')
  await expect(ask()).rejects.toThrow()
  expect(await ask()).toBe('made')
  expect(keys).toEqual(['0', '1', '1'])
})

it('asks for nothing but the thing itself where no attempt has failed', async () => {
  const { keys, find, ask } = making('made', 'made')
  await ask()
  await ask()
  expect(find).not.toHaveBeenCalled()
  expect(keys).toEqual(['0', '0'])
})

it('forgets after two days, when Stripe has forgotten the key', async () => {
  const { find, ask, attempts } = making(silence(), 'made')
  await expect(ask()).rejects.toThrow()
  clock.advance(daysMs(3))
  await attempts.deleteOld()
  await ask()
  expect(find).not.toHaveBeenCalled()
})
