import type { FastifyInstance } from 'fastify'

const prefix = '__Host-'
/** All of ours begin so. */
const isOurs = (cookie: string) => cookie.startsWith('marga')

/**
 * Over https every cookie of ours is `Secure` and carries the prefix by which browsers refuse one that another host
 * or plain http has set; it demands the path / for all. The rest of the server and the pages know the plain name.
 */
export function secureCookies(app: FastifyInstance, { isHttps }: { isHttps: boolean }) {
  if (!isHttps) return
  app.addHook('onRequest', async ({ raw: { headers } }) => {
    if (headers.cookie) headers.cookie = received(headers.cookie)
  })
  app.addHook('onSend', async (_request, reply) => {
    const cookies = reply.getHeader('set-cookie')
    if (cookies === undefined) return
    reply.removeHeader('set-cookie')
    for (const cookie of [cookies].flat()) reply.header('set-cookie', sent(String(cookie)))
  })
}

const sent = (cookie: string) =>
  isOurs(cookie) ? `${prefix}${cookie.replace(/; Path=[^;]*/, '; Path=/')}; Secure` : cookie

/** Ours without the prefix; one that came without it was not set by us. */
const received = (header: string) =>
  header
    .split(/;\s*/)
    .filter((cookie) => !isOurs(cookie))
    .map((cookie) => (cookie.startsWith(`${prefix}marga`) ? cookie.slice(prefix.length) : cookie))
    .join('; ')
