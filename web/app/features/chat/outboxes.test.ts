import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ApiError } from '../../lib/api-client.ts'
import type { Connection } from '../../lib/socket.ts'
import { conversationId, fullMessageOf, messageOf } from '../../testing/chat-samples.ts'
import { sendMessage } from './outboxes.ts'

const owner = { role: 'mentee', userId: '018f0000-0000-7000-8000-000000000001' } as const
const written = { conversationId, message: 'Good morning', clientMessageId: 'mine-1', seenSeq: 6 }
const stored = fullMessageOf(messageOf(7))

/** A socket in one state that gives one reply. */
function connectionThat(state: 'connected' | 'connecting', reply: unknown = { ok: true, message: stored }) {
  const emit = vi.fn(async () => reply)
  return { connection: { state: () => state, emit } as unknown as Connection, emit }
}

const fetched = vi.fn<typeof fetch>()
const answer = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
beforeEach(() => {
  fetched.mockReset().mockImplementation(async () => answer(201, { responseFromMessageCreation: stored }))
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => vi.unstubAllGlobals())

const sentByHttp = () =>
  fetched.mock.calls.map(([, init]) => JSON.parse(String(init?.body)) as { clientMessageId: string })

describe('a message', () => {
  it('goes over the socket while it is connected, and by no HTTP call then', async () => {
    const { connection, emit } = connectionThat('connected')
    expect(await sendMessage(owner, written, connection)).toEqual(stored)
    expect(emit).toHaveBeenCalledWith('message', written, 4000)
    expect(sentByHttp()).toEqual([])
  })

  it('goes by an HTTP call while the socket is not connected', async () => {
    const { connection, emit } = connectionThat('connecting')
    expect(await sendMessage(owner, written, connection)).toEqual(stored)
    expect(emit).not.toHaveBeenCalled()
    expect(sentByHttp()).toMatchObject([{ message: 'Good morning', clientMessageId: 'mine-1', seenSeq: 6 }])
  })

  it('goes by an HTTP call with the same id where the socket gave no answer', async () => {
    const { connection } = connectionThat('connected', { ok: false, code: 'network', message: 'Lost' })
    expect(await sendMessage(owner, written, connection)).toEqual(stored)
    expect(sentByHttp()).toMatchObject([{ clientMessageId: 'mine-1' }])
  })

  it('asks by HTTP what a refusal means, which says more', async () => {
    const { connection } = connectionThat('connected', { ok: false, code: 'not_enrolled', message: 'No' })
    fetched.mockImplementation(async () => answer(403, { code: 'not_enrolled', message: 'Subscribe first.' }))
    await expect(sendMessage(owner, written, connection)).rejects.toMatchObject({
      status: 403,
      code: 'not_enrolled',
    })
  })

  it.each([
    ['rate_limited', 429],
    ['unavailable', 503],
  ])('does not ask again by HTTP when it is %s', async (code, status) => {
    const { connection } = connectionThat('connected', { ok: false, code, message: 'Later' })
    const failure = (await sendMessage(owner, written, connection).catch(
      (error: unknown) => error,
    )) as ApiError
    expect([failure.status, failure.code]).toEqual([status, code])
    expect(sentByHttp()).toEqual([])
  })
})
