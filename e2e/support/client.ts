import { type EndpointInput, type EndpointSpec, fillPath, type ResponseOf } from '@marga/contract/endpoint'

/** Only what hangs takes longer, also on a busy machine. */
const answersWithinMs = 60_000

export type Answer<T> = { status: number; body: T }
export type Sent = { token?: string; key?: string }

/** A client written from the contract alone. Throws only when no answer came. */
export async function send<E extends EndpointSpec>(
  baseUrl: string,
  endpoint: E,
  input: EndpointInput<E>,
  { token, key }: Sent = {},
): Promise<Answer<ResponseOf<E>>> {
  const query = new URLSearchParams((input.query ?? {}) as Record<string, string>).toString()
  const path = fillPath(endpoint.path, (input.params ?? {}) as Record<string, string>)
  const response = await fetch(`${baseUrl}${path}${query ? `?${query}` : ''}`, {
    method: endpoint.method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
      ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    signal: AbortSignal.timeout(answersWithinMs),
  })
  return { status: response.status, body: (await response.json()) as ResponseOf<E> }
}

/** The answer of a call that must succeed. */
export async function must<E extends EndpointSpec>(
  baseUrl: string,
  endpoint: E,
  input: EndpointInput<E>,
  sent?: Sent,
) {
  const { status, body } = await send(baseUrl, endpoint, input, sent)
  if (status >= 300)
    throw new Error(`${endpoint.method} ${endpoint.path} answered ${status}: ${JSON.stringify(body)}`)
  return body
}

/** Sends until an answer below 500 comes, to each process in turn: what a careful client does while a server is away. */
export async function insist<E extends EndpointSpec>(
  baseUrls: readonly string[],
  endpoint: E,
  input: EndpointInput<E>,
  sent?: Sent,
) {
  for (let tries = 0; ; tries++) {
    const baseUrl = baseUrls[tries % baseUrls.length]!
    const answer = await send(baseUrl, endpoint, input, sent).catch(() => undefined)
    if (answer && answer.status < 500) return answer
    await new Promise((resolve) => setTimeout(resolve, 40))
  }
}
