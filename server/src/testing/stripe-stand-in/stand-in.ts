import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import Stripe from 'stripe'
import { createBilling } from './billing.ts'
import { createBooks } from './books.ts'
import { createExpand } from './expand.ts'
import { type CardOutcome, createHostedPage } from './hosted-page.ts'
import type { Event } from './objects.ts'
import { checkParams, decodeForm, listOf, type Params, Refusal } from './refusals.ts'
import { createRoutes } from './routes.ts'

/** How it fails: drops the line, says nothing, answers 500, or asks for patience. */
export type Failure = 'none' | 'drops' | 'hangs' | 'server_error' | 'rate_limited'
type Options = {
  port?: number
  now?: () => Date
  secretKey?: string
  webhookSecret?: string
  /** Sends every event there, again and again until it is taken. Without it a test delivers by hand. */
  webhookUrl?: string
}
type Kept = { fingerprint: string; status: number; body: unknown }

/**
 * Stripe over HTTP, as far as the product uses it: the same objects, refusals, idempotency keys and signed
 * events. docs.stripe.com/api names the behaviour; each part says which page.
 */
export async function startStripeStandIn(options: Options = {}) {
  const { now = () => new Date(), secretKey = 'sk_test_standin', webhookSecret = 'whsec_standin' } = options
  const sockets = new Set<Socket>()
  const calls: string[] = []
  const kept = new Map<string, Kept>()
  let failure: Failure = 'none'
  let url = ''
  const books = createBooks(now)
  const billing = createBilling(books, () => url)
  const routes = createRoutes(books, billing, () => url)
  const expand = createExpand(books, billing)
  const page = createHostedPage(books, billing)

  /** The same key gets the first answer again; another body under it is refused: docs.stripe.com/api/idempotent_requests. */
  function answerOnce(
    request: IncomingMessage,
    path: string,
    text: string,
  ): { status: number; body: unknown } {
    const key = request.headers['idempotency-key']
    const fingerprint = `${request.method} ${path} ${text}`
    if (request.method !== 'POST' || typeof key !== 'string') return answer(request, path, text)
    const earlier = kept.get(key)
    if (!earlier) {
      const fresh = answer(request, path, text)
      // What was refused before it began is not kept, so that it may be tried again.
      if (fresh.status < 400) kept.set(key, { fingerprint, ...fresh })
      return fresh
    }
    if (earlier.fingerprint !== fingerprint) {
      const message =
        'Keys for idempotent requests can only be used with the same parameters they were first used with.'
      return { status: 400, body: { error: { type: 'idempotency_error', message } } }
    }
    return earlier
  }

  function answer(request: IncomingMessage, path: string, text: string): { status: number; body: unknown } {
    try {
      if (request.headers.authorization !== `Bearer ${secretKey}`)
        throw new Refusal(401, { message: 'Invalid API Key provided' })
      const { pathname, search } = new URL(path, url)
      const params: Params = { ...decodeForm(search.slice(1)), ...decodeForm(text) }
      for (const route of routes) {
        const [, id = ''] = route.method === request.method ? (route.path.exec(pathname) ?? []) : []
        if (route.method !== request.method || !route.path.test(pathname)) continue
        if (request.method === 'GET' && id) checkParams(params, [])
        const paths = listOf(params.expand).filter((each): each is string => typeof each === 'string')
        return { status: 200, body: expand(route.answer({ params, id }), paths) }
      }
      throw new Refusal(404, { message: `Unrecognized request URL (${request.method}: ${pathname}).` })
    } catch (error) {
      if (error instanceof Refusal) return error
      throw error
    }
  }

  function servePage(request: IncomingMessage, response: ServerResponse, sessionId: string, text: string) {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    if (request.method !== 'POST') return response.end(page.show(sessionId))
    const outcome = new URLSearchParams(text).get('outcome') as CardOutcome
    const { isPaid, successUrl } = page.settle(sessionId, outcome)
    if (isPaid) return response.writeHead(303, { location: successUrl }).end()
    return response.end(page.show(sessionId, 'Your card was declined.'))
  }

  const server = createServer(async (request, response) => {
    const path = request.url ?? '/'
    let text = ''
    for await (const chunk of request) text += chunk
    const [, sessionId] = /^\/c\/pay\/(\w+)$/.exec(path) ?? []
    if (sessionId) return servePage(request, response, sessionId, text)
    calls.push(`${request.method} ${path.split('?')[0]}`)
    if (failure === 'hangs') return
    if (failure === 'drops') return request.socket.destroy()
    response.setHeader('content-type', 'application/json')
    response.setHeader('request-id', books.newId('req'))
    if (failure !== 'none') {
      const status = failure === 'rate_limited' ? 429 : 500
      const type = failure === 'rate_limited' ? 'invalid_request_error' : 'api_error'
      return response.writeHead(status).end(JSON.stringify({ error: { type, message: failure } }))
    }
    const { status, body } = answerOnce(request, path, text)
    response.writeHead(status).end(JSON.stringify(body))
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  /** As Stripe signs: docs.stripe.com/webhooks/signature. */
  function sign(event: Event, { secret = webhookSecret, at = now() } = {}) {
    const payload = JSON.stringify(event)
    const timestamp = Math.floor(at.getTime() / 1000)
    return { payload, signature: Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp }) }
  }

  let isClosed = false
  /** Until it is answered with a 2xx: Stripe tries for three days, this here each half second. */
  async function send(event: Event, to: string): Promise<void> {
    const { payload, signature } = sign(event)
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    const taken = await fetch(to, { method: 'POST', body: payload, headers }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (!taken && !isClosed) setTimeout(() => void send(event, to), 500).unref()
  }
  const { webhookUrl } = options
  if (webhookUrl) books.onEvent((event) => void send(event, webhookUrl))

  return {
    url,
    secretKey,
    webhookSecret,
    events: books.events,
    /** Method and path of every call, in order. */
    calls,
    books,
    billing,
    page,
    sign,
    env: {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_standin',
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_URL: url,
    },
    fail(how: Failure) {
      failure = how
    },
    async close() {
      isClosed = true
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type StripeStandIn = Awaited<ReturnType<typeof startStripeStandIn>>
