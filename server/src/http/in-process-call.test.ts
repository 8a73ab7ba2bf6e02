import { api } from '@marga/contract/api'
import { expect, it } from 'vitest'
import type { RateLimiter } from '../platform/rate-limiter.ts'
import { createInProcessCall } from './in-process-call.ts'
import { route } from './route.ts'

const limiter = { take: () => undefined } as unknown as RateLimiter
const failWith = (error: Error) => {
  const bound = route(api.installation.config, () => Promise.reject(error))
  return createInProcessCall([bound], limiter)('203.0.113.9')(api.installation.config, {})
}

it('fails with the status that a client would get when the database is busy or away', async () => {
  const busy = new Error('timeout exceeded when trying to connect')
  await expect(failWith(busy)).rejects.toMatchObject({ status: 503, code: 'unavailable' })
})

it('leaves what nobody foresaw as it is, for the log', async () => {
  const bug = new TypeError('x is not a function')
  await expect(failWith(bug)).rejects.toBe(bug)
})
