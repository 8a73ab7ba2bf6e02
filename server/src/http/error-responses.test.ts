import Fastify from 'fastify'
import Stripe from 'stripe'
import { expect, it } from 'vitest'
import { handleErrors, toAppError } from './error-responses.ts'

const refusedByStripe = (statusCode: number) =>
  Stripe.errors.StripeError.generate({
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: "No such customer: 'cus_gone'",
    statusCode,
  } as never)

it('never takes what another library failed at for the caller’s fault', () => {
  for (const status of [400, 404, 413, 415, 429])
    expect(toAppError(refusedByStripe(status)).code).toBe('internal')
  expect(toAppError(undefined).code).toBe('internal')
  expect(toAppError('thrown by somebody').code).toBe('internal')
})

it('still says what Fastify itself refuses, and tells nobody what was inside', async () => {
  const app = Fastify()
  handleErrors(app)
  app.post('/', { bodyLimit: 20 }, async () => {
    throw refusedByStripe(400)
  })
  const post = async (body: string, type = 'application/json') => {
    const response = await app.inject({ method: 'POST', url: '/', headers: { 'content-type': type }, body })
    return [response.statusCode, response.json().code]
  }
  expect(await post('{"a":')).toEqual([400, 'invalid_request'])
  expect(await post('')).toEqual([400, 'invalid_request'])
  expect(await post(`"${'x'.repeat(30)}"`)).toEqual([413, 'too_large'])
  expect(await post('a', 'text/unknown')).toEqual([415, 'unsupported_media_type'])
  expect(await post('{}')).toEqual([500, 'internal'])
  await app.close()
})

it('logs why the database could not be had, of which the answer says nothing', async () => {
  const lines: string[] = []
  const app = Fastify({
    logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } },
  })
  handleErrors(app)
  app.get('/', async () => {
    throw new Error('timeout exceeded when trying to connect')
  })
  const response = await app.inject({ method: 'GET', url: '/' })
  expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '2'])
  expect(response.body).not.toContain('exceeded')
  expect(JSON.parse(lines.join())).toMatchObject({
    level: 40,
    err: { message: 'timeout exceeded when trying to connect' },
  })
  await app.close()
})
