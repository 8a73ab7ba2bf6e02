import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'

/** Multipart form data: `file` and `upload_preset`. The answer's keys are the cloud image host's. */
export const uploadImage = defineEndpoint({
  method: 'POST',
  path: '/api/uploads/images',
  access: ['mentee', 'mentor', 'moderator'],
  summary: 'Uploads a picture; it is re-encoded and its metadata dropped',
  status: [201],
  response: z.object({ secure_url: z.string(), width: z.number().int(), height: z.number().int() }),
  errors: ['invalid_image', 'too_large', 'unsupported_media_type'],
  idempotency: 'kept-after',
  limit: 'upload',
})

/**
 * The picture itself has at most `large` pixels a side; the two others are squares for cards and
 * lists. Theirs is the picture's address with `-{side}` before `.webp`.
 */
export const imageSidesPx = { large: 1024, medium: 320, small: 96 } as const

/** A picture that this product shows: uploaded to us, or to the configured image host over https. */
export const imageUrl = z
  .string()
  .max(500)
  .refine(
    (url) => /^\/uploads\/(?:[\w-]+\/)*[\w-]+\.\w+$/.test(url) || /^https?:\/\/[^\s]+$/.test(url),
    'This is not the address of a picture.',
  )
