import { api } from '@marga/contract/api'
import { limits } from '@marga/contract/limits'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { errorResponse, fakeServer } from '../testing/fake-server.ts'
import { menteeLogin } from '../testing/logins.ts'
import { sendRequest } from './api-client.ts'
import { readLogin, storeLogin } from './auth-storage.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('a login is renewed within the time that the server takes the old token, though an answer hangs', async () => {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), ms)
    return controller.signal
  })
  storeLogin(menteeLogin)
  const requests = fakeServer(({ url }, count) => {
    if (!url.endsWith('regenerate_access_token')) return errorResponse(401, 'unauthenticated')
    const renewed = { status: 200, body: { accessToken: 'access-2', refreshToken: 'refresh-2' } }
    return count < 4 ? new Promise(() => {}) : renewed
  })
  void sendRequest(api.slots.booked, { params: { menteeId: menteeLogin.userId } }).catch(() => {})
  await vi.advanceTimersByTimeAsync((limits.refreshGraceSeconds - 5) * 1000)
  expect(requests.filter(({ body }) => body)).toHaveLength(3)
  expect(readLogin('mentee')).toMatchObject({ accessToken: 'access-2', refreshToken: 'refresh-2' })
})

it('a login whose renewal fails at once is not asked for again and again', async () => {
  storeLogin(menteeLogin)
  const requests = fakeServer(({ url }) =>
    url.endsWith('regenerate_access_token') ? 'network-failure' : errorResponse(401, 'unauthenticated'),
  )
  const params = { menteeId: menteeLogin.userId }
  const error = await sendRequest(api.slots.booked, { params }).catch((failure: unknown) => failure)
  expect(error).toMatchObject({ code: 'network' })
  expect(requests.filter(({ body }) => body)).toHaveLength(1)
})
