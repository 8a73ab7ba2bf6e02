import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import Stripe from 'stripe'
import { createBilling } from './billing.ts'
import { createBooks } from './books.ts'
import { createExpand } from './expand.ts'
import { type CardOutcome, createHostedPage } from './hosted-page.ts'
import { type Answer, createKeyMemory } from './key-memory.ts'
import type { Event } from './objects.ts'
import { checkParams, decodeForm, listOf, type Params, Refusal } from './rejections.ts'
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

/**
 * A mistake of Stripe's at one call, by its method and path. `unseen`: before Stripe looks at the key, so that nothing
 * is remembered. `before` and `after` the work itself: the answer is remembered. Of a timeout nobody hears the answer.
 */
export type Mistake = {
  call: string
  what: 'error' | 'timeout'
  when: 'unseen' | 'before' | 'after'
}
const failed: Answer = {
  status: 500,
  body: { error: { type: 'api_error', message: 'An unknown error occurred' } },
}

/**
 * Stripe over HTTP, as far as the product uses it: the same objects, refusals, idempotency keys and signed
 * events. docs.stripe.com/api names the behaviour; each part says which page.
 */
export async function startStripeStandIn(options: Options = {}) {
  const { now = () => new Date(), secretKey = 'sk_test_standin', webhookSecret = 'whsec_standin' } = options
  const sockets = new Set<Socket>()
  const calls: string[] = []
  let failure: Failure = 'none'
  let mistake: Mistake | undefined
  let meanwhile: { call: string; act: () => void } | undefined
  let url = ''
  /** Test and live mode know nothing of each other: docs.stripe.com/keys#test-live-modes. */
  const openMode = (isLive: boolean) => {
    const books = createBooks(now, isLive)
    const billing = createBilling(books, () => url)
    return {
      books,
      billing,
      routes: createRoutes(books, billing, () => url),
      expand: createExpand(books, billing),
      page: createHostedPage(books, billing),
      once: createKeyMemory(now),
    }
  }
  const liveKey = secretKey.replace('_test_', '_live_')
  const modes = new Map([
    [liveKey.replace('_live_', '_test_'), openMode(false)],
    [liveKey, openMode(true)],
  ])
  const { books, billing, page } = modes.get(secretKey)!
  type Mode = NonNullable<ReturnType<typeof modes.get>>

  function answerOnce(
    request: IncomingMessage,
    path: string,
    text: string,
  ): Answer & { isReplayed: boolean } {
    const mode = modes.get(request.headers.authorization?.replace('Bearer ', '') ?? '')
    const key = request.headers['idempotency-key']
    const work = () => answerMistaken(mode, request, path, text)
    if (!mode || request.method !== 'POST' || typeof key !== 'string') return { ...work(), isReplayed: false }
    return mode.once(key, `${request.method} ${path} ${text}`, work)
  }

  const isMistaken = (request: IncomingMessage, path: string) =>
    mistake?.call === `${request.method} ${path.split('?')[0]}` ? mistake : undefined

  function answerMistaken(mode: Mode | undefined, request: IncomingMessage, path: string, text: string) {
    if (meanwhile?.call === `${request.method} ${path.split('?')[0]}`) {
      meanwhile.act()
      meanwhile = undefined
    }
    const wrong = isMistaken(request, path)
    if (wrong?.what === 'error' && wrong.when === 'before') return failed
    const done = answer(mode, request, path, text)
    return wrong?.what === 'error' && wrong.when === 'after' ? failed : done
  }

  function answer(mode: Mode | undefined, request: IncomingMessage, path: string, text: string): Answer {
    try {
      if (!mode) throw new Refusal(401, { message: 'Invalid API Key provided' })
      const { pathname, search } = new URL(path, url)
      const params: Params = { ...decodeForm(search.slice(1)), ...decodeForm(text) }
      for (const route of mode.routes) {
        const [, id = ''] = route.method === request.method ? (route.path.exec(pathname) ?? []) : []
        if (route.method !== request.method || !route.path.test(pathname)) continue
        if (request.method === 'GET' && id) checkParams(params, [])
        const paths = listOf(params.expand).filter((each): each is string => typeof each === 'string')
        return { status: 200, body: mode.expand(route.answer({ params, id }), paths) }
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
    const wrong = isMistaken(request, path)
    if (wrong?.when === 'unseen') {
      if (wrong.what === 'timeout') return request.socket.destroy()
      return response.writeHead(502).end(JSON.stringify(failed.body))
    }
    const { status, body, isReplayed } = answerOnce(request, path, text)
    // Only the answer is lost.
    if (wrong?.what === 'timeout') return request.socket.destroy()
    if (isReplayed) response.setHeader('idempotent-replayed', 'true')
    if (status >= 500) response.setHeader('stripe-should-retry', 'false')
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
    /** Each time that call is made, until it is told otherwise. */
    mistake(next: Mistake | undefined) {
      mistake = next
    },
    /** Lets something happen at Stripe at the moment when that call has arrived, once. */
    meanwhile(call: string, act: () => void) {
      meanwhile = { call, act }
    },
    /** The keys of live mode, in which nothing of test mode is known. */
    liveEnv: { STRIPE_SECRET_KEY: liveKey, STRIPE_PUBLISHABLE_KEY: 'pk_live_standin' },
    liveBooks: modes.get(liveKey)!.books,
    async close() {
      isClosed = true
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type StripeStandIn = Awaited<ReturnType<typeof startStripeStandIn>>
