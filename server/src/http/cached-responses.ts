import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { EndpointSpec } from '@marga/contract/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A public answer as it goes out; compressed for the first who takes it so, as many an answer is asked for once. */
export type CachedResponse = {
  etag: string
  plain: Buffer
  compressed: (encoding: Encoding) => Promise<Buffer>
}

/** Of what an answer is made, as tags that changes drop it by; undefined where nobody knows. */
export type TagsOf = (
  endpoint: EndpointSpec,
  input: { params?: unknown; query?: unknown },
  answer: unknown,
) => readonly string[] | undefined

const compressBrotli = promisify(brotliCompress)
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
/** The one to be preferred first. */
const compressors = {
  br: (plain: Buffer) => compressBrotli(plain, brotliOptions),
  gzip: promisify<Buffer, Buffer>(gzip),
}
type Encoding = keyof typeof compressors

/** As it is, and once more compressed, both ways. */
export const responseBytes = ({ plain }: CachedResponse): number => 2 * plain.length

/** What a public answer depends on: the query as it was understood, whatever was added to it and however written. */
export const responseKey = (path: string, input: { params: unknown; query: unknown }): string =>
  `${path} ${JSON.stringify([input.params, input.query])}`

export function cachedResponseOf(text: string): CachedResponse {
  const plain = Buffer.from(text)
  const etag = `W/"${createHash('sha1').update(plain).digest('base64url')}"`
  const compressed = new Map<Encoding, Promise<Buffer>>()
  return {
    etag,
    plain,
    compressed(encoding) {
      const made = compressed.get(encoding) ?? compressors[encoding](plain)
      compressed.set(encoding, made)
      return made
    },
  }
}

/**
 * Sends it whole, or 304 to whoever holds it already. Browsers ask again each time, where the reply says nothing else
 * of who may keep it.
 */
export async function sendCached(request: FastifyRequest, reply: FastifyReply, answer: CachedResponse) {
  reply.headers({ etag: answer.etag, vary: 'accept-encoding' })
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'public, no-cache')
  if (holds(request.headers['if-none-match'], answer.etag)) return reply.code(304).send()
  if (!reply.hasHeader('content-type')) reply.type('application/json; charset=utf-8')
  const encoding = encodingFor(String(request.headers['accept-encoding'] ?? ''))
  // The compressor leaves alone what says that it is encoded.
  return encoding
    ? reply.header('content-encoding', encoding).send(await answer.compressed(encoding))
    : reply.header('content-encoding', 'identity').send(answer.plain)
}

const encodings = Object.keys(compressors) as Encoding[]

/** The best of those that are taken and not refused by a weight of nothing; undefined for none. */
const encodingFor = (accepted: string): Encoding | undefined =>
  encodings.find((encoding) =>
    accepted.split(',').some((one) => {
      const [name, weight] = one.split(';').map((part) => part.trim())
      return name === encoding && !/^q=0(\.0*)?$/.test(weight ?? '')
    }),
  )

const holds = (given: string | undefined, etag: string) =>
  given !== undefined && (given === '*' || given.split(/\s*,\s*/).includes(etag))
