import webPush from 'web-push'
import type { PushKeys } from './vapid-keys.ts'

export type PushTarget = { endpoint: string; p256dh: string; auth: string }
/** What the service worker shows. `path` leads into the product; a later notice of the same tag takes the place of an earlier one. */
export type PushNotification = { title: string; body: string; path: string; tag: string }

/** `gone`: the browser has given the subscription up, or it was made for another key. */
export type PushOutcome = 'sent' | 'gone'

export type PushSender = {
  readonly publicKey: string
  /** Whether notices may be sent to this address at all. */
  accepts(endpoint: string): boolean
  /** Encrypts and hands over. @throws when the service does not take it now: to be tried again */
  send(target: PushTarget, notice: PushNotification, ttlSeconds: number): Promise<PushOutcome>
}

/** The push services of the browsers. An address elsewhere would have the server call wherever a stranger wants. */
const services = [
  /^fcm\.googleapis\.com$/,
  /^(?:[\w-]+\.)*push\.services\.mozilla\.com$/,
  /^(?:[\w-]+\.)*notify\.windows\.com$/,
  /^(?:[\w-]+\.)*push\.apple\.com$/,
]
const timeoutMs = 8_000

type Options = {
  keys: PushKeys
  /** A mail address at which a push service reaches the operator. */
  contact: () => string
  /** More push services, as `host` or `host:port`; one on loopback may speak plain HTTP. */
  moreServices: readonly string[]
}

export function createPushSender({ keys, contact, moreServices }: Options): PushSender {
  /** @returns undefined when the browser's key is none: nothing could ever be sent to it */
  function buildRequest(
    { endpoint, p256dh, auth }: PushTarget,
    notice: PushNotification,
    ttlSeconds: number,
  ) {
    const options = {
      vapidDetails: { subject: `mailto:${contact()}`, ...keys },
      TTL: ttlSeconds,
      urgency: 'high',
    } as const
    try {
      return webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(notice),
        options,
      )
    } catch {
      return undefined
    }
  }

  return {
    publicKey: keys.publicKey,

    accepts(endpoint) {
      if (!URL.canParse(endpoint)) return false
      const { protocol, host, hostname, username } = new URL(endpoint)
      const isKnown = services.some((service) => service.test(host)) || moreServices.includes(host)
      const isLoopback = ['127.0.0.1', 'localhost'].includes(hostname)
      return isKnown && username === '' && (protocol === 'https:' || (protocol === 'http:' && isLoopback))
    },

    async send({ endpoint, p256dh, auth }, notice, ttlSeconds) {
      const request = buildRequest({ endpoint, p256dh, auth }, notice, ttlSeconds)
      if (!request) return 'gone'
      const response = await fetch(endpoint, {
        method: 'POST',
        headers: Object.entries(request.headers)
          // fetch counts the body itself.
          .filter(([name]) => name.toLowerCase() !== 'content-length')
          .map(([name, value]): [string, string] => [name, String(value)]),
        body: new Uint8Array(request.body as Buffer),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      await response.body?.cancel()
      if (response.ok) return 'sent'
      // 404 and 410: unsubscribed. 400, 401 and 403: never to be taken, as made for another key.
      if ([400, 401, 403, 404, 410].includes(response.status)) return 'gone'
      throw new Error(`The push service answered ${response.status}.`)
    },
  }
}
