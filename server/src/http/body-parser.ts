import type { FastifyInstance } from 'fastify'
import { AppError, invalidField } from '../platform/errors.ts'

/** JSON in: an absent or empty body is `{}` whatever its content type, anything but JSON is refused. */
export function parseJsonBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addHook('onRequest', async ({ headers }) => {
    // Fastify refuses a type that it cannot read, and multipart is read elsewhere, before anyone sees that nothing came.
    const isEmpty = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0
    if (isEmpty) delete headers['content-type']
  })
  app.addContentTypeParser('*', { parseAs: 'string' }, (request, raw, done) => {
    const text = String(raw)
    if (text.trim() === '') return done(null, {})
    const type = (request.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
    if (type !== '' && type !== 'application/json' && !type.endsWith('+json')) {
      return done(new AppError('unsupported_media_type'), undefined)
    }
    try {
      done(null, JSON.parse(text))
    } catch {
      done(invalidField('body', 'The body is not valid JSON.'), undefined)
    }
  })
}
