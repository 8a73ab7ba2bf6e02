import { imageSidesPx } from '@marga/contract/images'
import { limits } from '@marga/contract/limits'
import sharp from 'sharp'
import { AppError } from '../errors.ts'

export type ReEncoded = {
  large: Buffer
  medium: Buffer
  small: Buffer
  /** Of the large one. */
  width: number
  height: number
}

const readable = new Set(['png', 'jpeg', 'webp', 'heif', 'avif'])
const timeoutSeconds = 10

// One thread a picture and no cache: memory stays bounded whatever is uploaded.
sharp.cache(false)
sharp.concurrency(1)
// Whatever else the decoder could read (SVG, PDF, TIFF, GIF …) is never even looked at by it.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`),
})

/**
 * The picture in three sizes as WebP, turned upright, without its metadata: pixels are all that is
 * taken over. What the file says of itself is not believed: the decoder decides. Of a moving
 * picture the first frame is taken. @throws AppError invalid_image; unavailable where it takes too long
 */
export async function reEncode(file: Buffer): Promise<ReEncoded> {
  try {
    const image = sharp(file, { limitInputPixels: limits.uploadPixelsMax, failOn: 'error', pages: 1 })
    const { format, compression } = await image.metadata()
    const isHevc = format === 'heif' && compression !== 'av1'
    if (!format || !readable.has(format) || isHevc) throw new AppError('invalid_image')
    const { large: side, medium, small } = imageSidesPx
    const { data, info } = await image
      .rotate()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .timeout({ seconds: timeoutSeconds })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height, channels } = info
    const pixels = () =>
      sharp(data, { raw: { width, height, channels } }).timeout({ seconds: timeoutSeconds })
    const square = (px: number) => pixels().resize({ width: px, height: px, fit: 'cover' })
    return {
      large: await pixels().webp({ quality: 82 }).toBuffer(),
      medium: await square(medium).webp({ quality: 80 }).toBuffer(),
      small: await square(small).webp({ quality: 80 }).toBuffer(),
      width,
      height,
    }
  } catch (cause) {
    throw asAppError(cause)
  }
}

/** What takes too long is not for that no picture: the machine has too much to do. */
export function asAppError(cause: unknown): AppError {
  if (cause instanceof AppError) return cause
  const isTimeout = cause instanceof Error && cause.message.startsWith('timeout:')
  return isTimeout
    ? new AppError('unavailable', { cause, retryAfterSeconds: timeoutSeconds })
    : new AppError('invalid_image', { cause })
}
