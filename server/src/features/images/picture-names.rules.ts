import { pictureSidesPx } from '@marga/contract/images'

/** Public address below which pictures are served. */
export const uploadsPath = '/uploads/'

const file = /^([0-9a-f-]{36}-\d{13})(?:-\d{2,3})?\.webp$/
const { medium, small } = pictureSidesPx

/** The files of a picture: `large` is the one that its address names. */
export const filesOf = (name: string) => ({
  large: `${name}.webp`,
  medium: `${name}-${medium}.webp`,
  small: `${name}-${small}.webp`,
})

export const addressOf = (name: string) => `${uploadsPath}${filesOf(name).large}`

/** Whether a caller may ask the store for this file: only what we named ourselves. */
export const isPictureFile = (fileName: string) => file.test(fileName)

/** The picture that a file of ours belongs to; undefined for any other file. */
export const pictureOfFile = (fileName: string) => file.exec(fileName)?.[1]

/** The picture behind an address; undefined for one that we did not store (a demo portrait, another host). */
export const nameFrom = (address: string | null | undefined): string | undefined =>
  address?.startsWith(uploadsPath) ? pictureOfFile(address.slice(uploadsPath.length)) : undefined
