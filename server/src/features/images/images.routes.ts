import fastifyStatic from '@fastify/static'
import { api } from '@marga/contract/api'
import { uploadImage } from '@marga/contract/images'
import { limits } from '@marga/contract/limits'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limitAllRoutes } from '../../http/request-limits.ts'
import { type BoundRoute, route } from '../../http/route.ts'
import { createConcurrencyCounter, enterAll } from '../../platform/concurrency-counter.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import { uploadsPath } from './image-names.rules.ts'
import type { Images } from './images.service.ts'

/** The file arrives as multipart form data, which readMultipart has put into `body.file`. */
export function imageRoutes({ images }: { images: Images }): BoundRoute[] {
  return [
    route(api.images.upload, async ({ actor, body, caller }) => {
      const { file } = body as { file?: unknown }
      if (!Buffer.isBuffer(file)) throw invalidField('file', 'Choose a picture to upload.')
      return images.upload({ accountId: actor.id, network: caller.address }, file)
    }),
  ]
}

/** Bodies held in memory at once; with the limit of bytes a file this bounds what uploads can take. */
const readAtOnce = 30
/** Of one address: accounts cost nothing, and pictures may take their time. */
const readOfAddress = 6

/**
 * Lets the upload's multipart body through as `{ file, …fields }`, bounded in bytes and parts; no other call takes one.
 * @param factor multiplies the bounds by person and address
 */
export function readMultipart(app: FastifyInstance, { factor }: { factor: number }) {
  let underWay = 0
  const ofPerson = createConcurrencyCounter(Math.ceil(limits.uploadsPerPersonMax * factor))
  const ofAddress = createConcurrencyCounter(Math.ceil(readOfAddress * factor))
  app.addHook('preValidation', async (request) => {
    if (!request.isMultipart()) return
    if (request.routeOptions.url !== uploadImage.path) throw new AppError('unsupported_media_type')
    if (underWay >= readAtOnce) throw new AppError('unavailable', { retryAfterSeconds: 5 })
    // Half-sent pictures of one person, or of one address, must not keep everybody else's out.
    const leave = enterAll([
      [ofPerson, request.actor!.id],
      [ofAddress, request.network],
    ])
    if (!leave) throw new AppError('rate_limited', { retryAfterSeconds: 5 })
    underWay++
    try {
      request.body = await readParts(request)
    } catch (error) {
      throw rejectionReason(error)
    } finally {
      underWay--
      leave()
    }
  })
}

async function readParts(request: FastifyRequest) {
  const body: Record<string, unknown> = Object.create(null)
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      const bytes = await part.toBuffer()
      if (part.file.truncated) throw new AppError('too_large')
      if (part.fieldname === 'file') body.file = bytes
    } else {
      if (part.valueTruncated || part.fieldnameTruncated) throw new AppError('too_large')
      body[part.fieldname] = part.value
    }
  }
  return body
}

/** What the parser throws at a body that is cut short or makes no sense is the sender's doing. */
function rejectionReason(error: unknown) {
  if (error instanceof AppError) return error
  const { statusCode } = error as { statusCode?: number }
  return statusCode === 413
    ? new AppError('too_large')
    : invalidField('body', 'The form data cannot be read.')
}

/** A day: what is removed, by its owner or by moderators, is not shown for longer by browsers, or caches in front. */
const cacheControl = 'public, max-age=86400, immutable'

type Served = { images: Images; folder: string }

/**
 * Pictures have random names and never change. Those on this machine's disk are served as files;
 * those in another store are read from there, so that its bucket can stay private.
 */
export async function registerUploads(app: FastifyInstance, { images, folder }: Served) {
  const setHeaders = (reply: Pick<FastifyReply, 'header'>) => {
    reply.header('cache-control', cacheControl)
    reply.header('content-security-policy', "default-src 'none'; sandbox")
  }
  await app.register(async (files) => {
    limitAllRoutes(files, 'file')
    await files.register(fastifyStatic, {
      root: folder,
      prefix: uploadsPath,
      decorateReply: false,
      index: false,
      dotfiles: 'deny',
      setHeaders,
    })
  })
  if (!images.isElsewhere) return
  const config = { limit: 'file' } as const
  app.get<{ Params: { file: string } }>(`${uploadsPath}:file`, { config }, async (request, reply) => {
    const bytes = await images.read(request.params.file)
    if (!bytes) throw new AppError('not_found')
    setHeaders(reply)
    return reply.type('image/webp').send(bytes)
  })
}
