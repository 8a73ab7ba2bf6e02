import { vi } from 'vitest'

export type SeenRequest = { method: string; url: string; headers: Record<string, string>; body: unknown }
type FakeResponse = { status: number; body: unknown } | 'network-failure'

/** Stands in for the server: `answer` decides each reply, at once or later, `requests` keeps what was asked. */
export function fakeServer(
  answer: (request: SeenRequest, count: number) => FakeResponse | Promise<FakeResponse>,
) {
  const requests: SeenRequest[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const request = {
      method: init.method ?? 'GET',
      url,
      headers: init.headers as Record<string, string>,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    }
    requests.push(request)
    const reply = await Promise.race([answer(request, requests.length), abortOf(init.signal)])
    init.signal?.throwIfAborted()
    if (reply === 'network-failure') throw new TypeError('Failed to fetch')
    return new Response(JSON.stringify(reply.body), { status: reply.status })
  })
  return requests
}

const abortOf = (signal?: AbortSignal | null) =>
  new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))

export const errorResponse = (status: number, code: string, message = code, more: object = {}) => ({
  status,
  body: { code, message, requestId: 'test', ...more },
})
