import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { type ApiRequest, answerOnce } from './answers.ts'
import { createEventDelivery } from './event-delivery.ts'
import { callOf, type Faults, faultControls, mistakeAt, serverError } from './faults.ts'
import type { CardOutcome } from './hosted-page.ts'
import { type Mode, openModes } from './modes.ts'

type Options = {
  port?: number
  now?: () => Date
  secretKey?: string
  webhookSecret?: string
  /** Sends every event there, again and again until it is taken. Without it a test delivers by hand. */
  webhookUrl?: string
}

/**
 * Stripe over HTTP, as far as the product uses it: the same objects, refusals, idempotency keys and signed
 * events. docs.stripe.com/api names the behaviour; each part says which page.
 */
export async function startStripeStandIn(options: Options = {}) {
  const { now = () => new Date(), secretKey = 'sk_test_standin', webhookSecret = 'whsec_standin' } = options
  const sockets = new Set<Socket>()
  const calls: string[] = []
  const faults: Faults = { failure: 'none', mistake: undefined, meanwhile: undefined }
  let url = ''
  const { modes, liveKey } = openModes(secretKey, now, () => url)
  const { books, billing, page } = modes.get(secretKey)!
  const delivery = createEventDelivery(webhookSecret, now)

  const server = createServer(async (request, response) => {
    const path = request.url ?? '/'
    let text = ''
    for await (const chunk of request) text += chunk
    const [, sessionId] = /^\/c\/pay\/(\w+)$/.exec(path) ?? []
    if (sessionId) return servePage(page, request, response, sessionId, text)
    calls.push(callOf(request))
    const mode = modes.get(request.headers.authorization?.replace('Bearer ', '') ?? '')
    response.setHeader('request-id', books.newId('req'))
    return serveApi({ request, path, text, mode }, faults, response)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const { webhookUrl } = options
  if (webhookUrl) books.onEvent((event) => void delivery.send(event, webhookUrl))

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
    sign: delivery.sign,
    env: {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_standin',
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_URL: url,
    },
    ...faultControls(faults),
    /** The keys of live mode, in which nothing of test mode is known. */
    liveEnv: { STRIPE_SECRET_KEY: liveKey, STRIPE_PUBLISHABLE_KEY: 'pk_live_standin' },
    liveBooks: modes.get(liveKey)!.books,
    async close() {
      delivery.stop()
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type StripeStandIn = Awaited<ReturnType<typeof startStripeStandIn>>

async function serveApi(call: ApiRequest, faults: Faults, response: ServerResponse) {
  const { request } = call
  const { failure } = faults
  if (failure === 'hangs') return
  if (failure === 'drops') return request.socket.destroy()
  response.setHeader('content-type', 'application/json')
  if (failure !== 'none') {
    const status = failure === 'rate_limited' ? 429 : 500
    const type = failure === 'rate_limited' ? 'invalid_request_error' : 'api_error'
    return response.writeHead(status).end(JSON.stringify({ error: { type, message: failure } }))
  }
  const wrong = mistakeAt(faults, request)
  if (wrong?.when === 'unseen') {
    if (wrong.what === 'timeout') return request.socket.destroy()
    return response.writeHead(502).end(JSON.stringify(serverError.body))
  }
  const { meanwhile } = faults
  if (meanwhile?.call === callOf(request)) {
    faults.meanwhile = undefined
    await meanwhile.act()
  }
  const { status, body, isReplayed } = answerOnce(call, faults)
  // Only the answer is lost.
  if (wrong?.what === 'timeout') return request.socket.destroy()
  if (isReplayed) response.setHeader('idempotent-replayed', 'true')
  if (status >= 500) response.setHeader('stripe-should-retry', 'false')
  response.writeHead(status).end(JSON.stringify(body))
}

function servePage(
  page: Mode['page'],
  request: IncomingMessage,
  response: ServerResponse,
  sessionId: string,
  text: string,
) {
  response.setHeader('content-type', 'text/html; charset=utf-8')
  if (request.method !== 'POST') return response.end(page.show(sessionId))
  const outcome = new URLSearchParams(text).get('outcome') as CardOutcome
  const { isPaid, successUrl } = page.settle(sessionId, outcome)
  if (isPaid) return response.writeHead(303, { location: successUrl }).end()
  return response.end(page.show(sessionId, 'Your card was declined.'))
}
