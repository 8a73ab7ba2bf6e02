import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { EndpointSpec } from '@marga/contract/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A public answer as it goes out; compressed for the first who takes it so, as many an answer is asked for once. */
export type CachedResponse = { etag: string; plain: Buffer; brotli: () => Promise<Buffer> }

/** Of what an answer is made, as tags that changes drop it by; undefined where nobody knows. */
export type TagsOf = (
  endpoint: EndpointSpec,
  input: { params?: unknown; query?: unknown },
  answer: unknown,
) => readonly string[] | undefined

const compress = promisify(brotliCompress)
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** As it is, and once more compressed. */
export const responseBytes = ({ plain }: CachedResponse): number => 2 * plain.length

/** What a public answer depends on: the query as it was understood, whatever was added to it and however written. */
export const responseKey = (path: string, input: { params: unknown; query: unknown }): string =>
  `${path} ${JSON.stringify([input.params, input.query])}`

export function cachedResponseOf(json: string): CachedResponse {
  const plain = Buffer.from(json)
  const etag = `W/"${createHash('sha1').update(plain).digest('base64url')}"`
  let compressed: Promise<Buffer> | undefined
  return {
    etag,
    plain,
    brotli() {
      compressed ??= compress(plain, quality)
      return compressed
    },
  }
}

/** Sends it whole, or 304 to whoever holds it already; browsers ask again each time. */
export async function sendCached(request: FastifyRequest, reply: FastifyReply, answer: CachedResponse) {
  reply.headers({ etag: answer.etag, 'cache-control': 'public, no-cache', vary: 'accept-encoding' })
  if (holds(request.headers['if-none-match'], answer.etag)) return reply.code(304).send()
  if (!reply.hasHeader('content-type')) reply.type('application/json; charset=utf-8')
  const takesBrotli = /\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''))
  // The compressor leaves alone what says that it is encoded.
  return takesBrotli
    ? reply.header('content-encoding', 'br').send(await answer.brotli())
    : reply.header('content-encoding', 'identity').send(answer.plain)
}

const holds = (given: string | undefined, etag: string) =>
  given !== undefined && (given === '*' || given.split(/\s*,\s*/).includes(etag))
