import { limits } from '@marga/contract/limits'
import sharp from 'sharp'
import { AppError } from '../errors.ts'

export type ReEncoded = { bytes: Buffer; width: number; height: number }

const readable = new Set(['png', 'jpeg', 'webp', 'heif'])
const longestSidePx = 1024

// One picture at a time a call and no cache: memory stays bounded whatever is uploaded.
sharp.cache(false)
sharp.concurrency(1)

/**
 * The picture as WebP of at most 1024 px a side, turned upright, without its metadata. What the
 * file says of itself is not believed: the decoder decides. @throws AppError invalid_image
 */
export async function reEncode(file: Buffer): Promise<ReEncoded> {
  try {
    const image = sharp(file, { limitInputPixels: limits.uploadPixelsMax, failOn: 'error', pages: 1 })
    const { format, compression } = await image.metadata()
    const isAvif = format !== 'heif' || compression === 'av1'
    if (!format || !readable.has(format) || !isAvif) throw new AppError('invalid_image')
    const { data, info } = await image
      .rotate()
      .resize({ width: longestSidePx, height: longestSidePx, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .timeout({ seconds: 10 })
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('invalid_image')
  }
}
