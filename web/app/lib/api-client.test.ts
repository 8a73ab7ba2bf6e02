import { api } from '@marga/contract/api'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { errorResponse, fakeServer } from '../testing/fake-server.ts'
import { menteeLogin } from '../testing/logins.ts'
import { ApiError, sendRequest } from './api-client.ts'
import { readLogin, removeLogin, storeLogin } from './auth-storage.ts'
import { whileEndingSession } from './own-session-end.ts'

const slotId = '0198a000-0000-7000-8000-00000000000a'
const bookedSlots = () => sendRequest(api.slots.booked, { params: { menteeId: menteeLogin.userId } })
const cancel = () => sendRequest(api.slots.cancel, { body: { slotId } })
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  )

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a call', () => {
  it('fills the path, the query and the token of the only role that may call', async () => {
    storeLogin(menteeLogin)
    const requests = fakeServer(() => ({ status: 200, body: { bookedSlots: [], nextCursor: null } }))
    await sendRequest(api.slots.booked, {
      params: { menteeId: 'a/b' },
      query: { when: 'past', cursor: undefined },
    })
    expect(requests[0]).toMatchObject({ method: 'GET', url: '/api/mentees/booked-slots/a%2Fb?when=past' })
    expect(requests[0]!.headers.authorization).toBe('Bearer access-1')
    expect(requests[0]!.headers).not.toHaveProperty('idempotency-key')
  })

  it('goes out without a token when nobody is logged in', async () => {
    const requests = fakeServer(() => errorResponse(401, 'unauthenticated'))
    expect(await failureOf(bookedSlots())).toMatchObject({ status: 401, code: 'unauthenticated' })
    expect(requests).toHaveLength(1)
    expect(requests[0]!.headers).not.toHaveProperty('authorization')
  })

  it('fails with what the server said', async () => {
    fakeServer(() =>
      errorResponse(403, 'account_blocked', 'Blocked.', { isBlocked: true, fields: { email: 'no' } }),
    )
    const body = { email: 'a@b.in', password: 'x' }
    const error = (await failureOf(sendRequest(api.accounts.loginMentee, { body }))) as ApiError
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      status: 403,
      message: 'Blocked.',
      isBlocked: true,
      fields: { email: 'no' },
    })
  })
})

describe('a 401', () => {
  it('leads to one refresh that stores both tokens, and one repetition', async () => {
    storeLogin(menteeLogin)
    const requests = fakeServer((request) => {
      if (request.url.endsWith('regenerate_access_token')) {
        return { status: 200, body: { accessToken: 'access-2', refreshToken: 'refresh-2' } }
      }
      return request.headers.authorization === 'Bearer access-2'
        ? { status: 200, body: { bookedSlots: [], nextCursor: null } }
        : errorResponse(401, 'unauthenticated')
    })
    expect(await bookedSlots()).toEqual({ bookedSlots: [], nextCursor: null })
    expect(requests.map(({ url }) => url.split('/').at(-1))).toEqual([
      menteeLogin.userId,
      'regenerate_access_token',
      menteeLogin.userId,
    ])
    expect(requests[1]!.body).toEqual({ refreshToken: 'refresh-1' })
    expect(readLogin('mentee')).toMatchObject({ accessToken: 'access-2', refreshToken: 'refresh-2' })
  })

  it('signs nobody in again who was signed out while it was being renewed', async () => {
    storeLogin(menteeLogin)
    fakeServer((request) => {
      if (!request.url.endsWith('regenerate_access_token')) return errorResponse(401, 'unauthenticated')
      void removeLogin('mentee', 'signed-out')
      return { status: 200, body: { accessToken: 'access-2', refreshToken: 'refresh-2' } }
    })
    await expect(bookedSlots()).rejects.toMatchObject({ status: 401 })
    expect(readLogin('mentee')).toBeNull()
  })

  it('is met by a single refresh however many calls fail at once', async () => {
    storeLogin(menteeLogin)
    const requests = fakeServer((request) => {
      if (request.url.endsWith('regenerate_access_token')) {
        return { status: 200, body: { accessToken: 'access-2', refreshToken: 'refresh-2' } }
      }
      return request.headers.authorization === 'Bearer access-2'
        ? { status: 200, body: {} }
        : errorResponse(401, 'unauthenticated')
    })
    await Promise.all([bookedSlots(), bookedSlots(), bookedSlots()])
    expect(requests.filter(({ url }) => url.endsWith('regenerate_access_token'))).toHaveLength(1)
  })

  it('is final when it comes again after the refresh', async () => {
    storeLogin(menteeLogin)
    const requests = fakeServer((request) =>
      request.url.endsWith('regenerate_access_token')
        ? { status: 200, body: { accessToken: 'access-2', refreshToken: 'refresh-2' } }
        : errorResponse(401, 'unauthenticated'),
    )
    expect(await failureOf(bookedSlots())).toMatchObject({ status: 401 })
    expect(requests).toHaveLength(3)
  })

  it('removes the stored login when the refresh is refused', async () => {
    storeLogin(menteeLogin)
    fakeServer(() => errorResponse(401, 'unauthenticated'))
    expect(await failureOf(bookedSlots())).toMatchObject({ status: 401 })
    expect(localStorage.getItem('menteeAuth')).toBeNull()
  })

  it('removes no login that was stored while it was on its way', async () => {
    storeLogin(menteeLogin)
    const newer = { ...menteeLogin, userId: 'somebody-else', accessToken: 'newer', refreshToken: 'newer' }
    fakeServer(({ url }) => {
      if (url.endsWith('regenerate_access_token')) storeLogin(newer)
      return errorResponse(401, 'unauthenticated')
    })
    expect(await failureOf(bookedSlots())).toMatchObject({ status: 401 })
    expect(readLogin('mentee')).toEqual(newer)
  })

  it('leaves the login to what a person does that ends it, until that has failed', async () => {
    storeLogin(menteeLogin)
    fakeServer(() => errorResponse(401, 'unauthenticated'))
    const ended = whileEndingSession('mentee', async () => void (await failureOf(bookedSlots())))
    await ended
    expect(readLogin('mentee')).not.toBeNull()
    await failureOf(whileEndingSession('mentee', () => Promise.reject(new Error('wrong password'))))
    await failureOf(bookedSlots())
    expect(readLogin('mentee')).toBeNull()
  })

  it('keeps the stored login when the refresh could not be asked for', async () => {
    storeLogin(menteeLogin)
    fakeServer((request) =>
      request.url.endsWith('regenerate_access_token')
        ? 'network-failure'
        : errorResponse(401, 'unauthenticated'),
    )
    expect(await failureOf(bookedSlots())).toMatchObject({ code: 'network' })
    expect(readLogin('mentee')).toEqual(menteeLogin)
  })
})

describe('a lost connection', () => {
  it('makes a signed mutation repeat itself with the same key', async () => {
    storeLogin(menteeLogin)
    const requests = fakeServer((_, count) =>
      count < 3 ? 'network-failure' : { status: 200, body: { data: {} } },
    )
    await cancel()
    const keys = requests.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toMatch(/^[\w-]{36}$/)
  })

  it('makes what carries its own id repeat itself without a key', async () => {
    storeLogin(menteeLogin)
    const requests = fakeServer((_, count) =>
      count < 3 ? 'network-failure' : { status: 201, body: { responseFromMessageCreation: {} } },
    )
    await sendRequest(api.chat.mentee.send, {
      params: { conversationId: 'c' },
      body: { message: 'Hello', sender: menteeLogin.userId, clientMessageId: 'one' },
    })
    expect(requests).toHaveLength(3)
    expect(requests[0]!.headers).not.toHaveProperty('idempotency-key')
  })

  it('ends after the last repetition', async () => {
    const requests = fakeServer(() => 'network-failure')
    storeLogin(menteeLogin)
    expect(await failureOf(cancel())).toMatchObject({ status: 0, code: 'network' })
    expect(requests).toHaveLength(3)
  })

  it('sends no change while there is no line, and repeats none once the line has gone', async () => {
    storeLogin(menteeLogin)
    const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const requests = fakeServer(() => {
      line.mockReturnValue(false)
      return 'network-failure'
    })
    const said = { status: 0, code: 'network', message: 'You are offline. Nothing was sent.' }
    expect(await failureOf(cancel())).toMatchObject(said)
    expect(requests).toHaveLength(0)
    line.mockReturnValue(true)
    expect(await failureOf(cancel())).toMatchObject(said)
    expect(requests).toHaveLength(1)
    line.mockRestore()
  })

  it('is not repeated for whoever has given up in the pause', async () => {
    storeLogin(menteeLogin)
    const controller = new AbortController()
    const requests = fakeServer(() => {
      setTimeout(() => controller.abort(), 1)
      return 'network-failure'
    })
    const options = { signal: controller.signal }
    const call = sendRequest(api.slots.cancel, { body: { slotId } }, options)
    expect(await failureOf(call)).toMatchObject({ name: 'AbortError' })
    expect(requests).toHaveLength(1)
  })

  it('never repeats a sign-in', async () => {
    const requests = fakeServer(() => 'network-failure')
    const body = { email: 'a@b.in', password: 'x' }
    expect(await failureOf(sendRequest(api.accounts.loginMentee, { body }))).toMatchObject({
      code: 'network',
    })
    expect(requests).toHaveLength(1)
  })

  it.each(['{"bookedSlots": [', ''])('is one that breaks off in the answer, after %o', async (text) => {
    storeLogin(menteeLogin)
    vi.stubGlobal('fetch', async () => new Response(text))
    expect(await failureOf(bookedSlots())).toMatchObject({ name: 'ApiError', status: 0, code: 'network' })
  })

  it('is none where whoever asked has gone on while the answer came', async () => {
    storeLogin(menteeLogin)
    vi.stubGlobal('fetch', async () => {
      const body = new ReadableStream({
        start: (stream) => stream.error(new DOMException('Aborted', 'AbortError')),
      })
      return new Response(body)
    })
    expect(await failureOf(bookedSlots())).toMatchObject({ name: 'AbortError' })
  })
})
