import { api } from '@marga/contract/api'
import type { FastifyInstance } from 'fastify'
import { type BoundRoute, route } from '../../http/route.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import type { Images } from './images.service.ts'

/** The file arrives as multipart form data, which readMultipart has put into `body.file`. */
export function imageRoutes({ images }: { images: Images }): BoundRoute[] {
  return [
    route(api.images.upload, async ({ body }) => {
      const { file } = body as { file?: unknown }
      if (!Buffer.isBuffer(file)) throw invalidField('file', 'Choose a picture to upload.')
      return images.upload(file)
    }),
  ]
}

/** Lets multipart bodies through as `{ file, …fields }`, bounded in bytes and parts. */
export function readMultipart(app: FastifyInstance) {
  app.addHook('preValidation', async (request) => {
    if (!request.isMultipart()) return
    const body: Record<string, unknown> = {}
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        const bytes = await part.toBuffer()
        if (part.file.truncated) throw new AppError('too_large')
        if (part.fieldname === 'file') body.file = bytes
      } else {
        body[part.fieldname] = part.value
      }
    }
    request.body = body
  })
}
