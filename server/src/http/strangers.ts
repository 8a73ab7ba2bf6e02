import type { FastifyInstance } from 'fastify'
import type { PublicReads } from '../platform/db/public-reads.ts'

const wroteCookie = 'marga_wrote'
/** Longer than a replica may be late. */
const rememberedSeconds = 10

/**
 * Lets strangers be answered from the replica: whoever is signed in, or has written in the last
 * seconds, must find what they wrote. Pages are asked for without a token, so a cookie says the
 * second; it holds nothing.
 */
export function answerStrangersApart(app: FastifyInstance, { reads }: { reads: PublicReads }) {
  app.addHook('onRequest', (request, _reply, done) => {
    const { authorization, cookie = '' } = request.headers
    const isStranger = authorization === undefined && !cookie.includes(`${wroteCookie}=`)
    if (isStranger && isRead(request.method)) reads.forStranger(done)
    else done()
  })
  app.addHook('onSend', async (request, reply) => {
    if (isRead(request.method) || reply.statusCode >= 500) return
    reply.header(
      'set-cookie',
      `${wroteCookie}=1; Max-Age=${rememberedSeconds}; Path=/; HttpOnly; SameSite=Lax`,
    )
  })
}

const isRead = (method: string) => method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
