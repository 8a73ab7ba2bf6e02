import { limits } from '@marga/contract/limits'

export const imageTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'image/avif']

/** Why a file cannot be a picture of a profile, before it travels; null when it can. */
export function imageRejectionReason(file: Pick<File, 'size' | 'type'>): string | null {
  if (!imageTypes.includes(file.type)) return 'Use a PNG, JPEG, WebP or AVIF picture.'
  if (file.size === 0) return 'This file is empty.'
  return file.size > limits.uploadBytesMax ? 'Use a picture of at most 5 MB.' : null
}

/** In pixels of the picture. */
export type Square = { x: number; y: number; width: number; height: number }

/** More is not kept by the server. */
const sideMax = 1024
const quality = 0.92

/** The part of a picture inside `square`, as a file to send. @throws when the browser cannot read it */
export async function cropToSquare(address: string, { x, y, width, height }: Square): Promise<File> {
  const image = new Image()
  image.src = address
  await image.decode()
  const side = Math.max(1, Math.min(sideMax, Math.round(Math.min(width, height))))
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser cannot draw.')
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, x, y, width, height, 0, 0, side, side)
  // A browser that cannot write WebP gives a PNG, which the server reads as well.
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', quality))
  if (!blob) throw new Error('This browser cannot write pictures.')
  return new File([blob], 'picture', { type: blob.type })
}
