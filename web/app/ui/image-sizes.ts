/** Sides in pixels of the square pictures that lie beside each uploaded one, smallest first. */
export const squareSides = [96, 320] as const
export const largeSide = 1024

const ours = /^(\/uploads\/[0-9a-f-]{36}-\d{13})\.webp$/
const cloudinary = /^(https:\/\/res\.cloudinary\.com\/[^/]+\/image\/upload\/)(v\d+\/.+)$/

/**
 * The sizes in which a picture exists, for `srcset`; undefined where there is only the one (a
 * portrait of the demo, a picture from elsewhere).
 */
export function imageSrcSet(address: string): string | undefined {
  const [, base] = ours.exec(address) ?? []
  if (base) {
    const squares = squareSides.map((side) => `${base}-${side}.webp ${side}w`)
    return [...squares, `${address} ${largeSide}w`].join(', ')
  }
  const [, host, path] = cloudinary.exec(address) ?? []
  if (!host) return undefined
  // The host makes a size when it is first asked for.
  return squareSides.map((side) => `${host}c_fill,w_${side},h_${side},f_webp/${path} ${side}w`).join(', ')
}
