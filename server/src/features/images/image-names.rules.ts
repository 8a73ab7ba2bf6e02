import { imageSidesPx } from '@marga/contract/images'

/** Public address below which pictures are served. */
export const uploadsPath = '/uploads/'

const file = /^([0-9a-f-]{36}-\d{13})(?:-\d{2,3})?\.webp$/
const { medium, small } = imageSidesPx

/** @param id nobody can guess: whoever knows the name sees the picture */
export const nameOf = (id: string, at: Date) => `${id}-${at.getTime()}`

/** The files of a picture: `large` is the one that its address names. */
export const filesOf = (name: string) => ({
  large: `${name}.webp`,
  medium: `${name}-${medium}.webp`,
  small: `${name}-${small}.webp`,
})

export const addressOf = (name: string) => `${uploadsPath}${filesOf(name).large}`

/** Whether a caller may ask the store for this file: only what we named ourselves. */
export const isImageFile = (fileName: string) => file.test(fileName)

/** The file behind an address below `uploadsPath`, the demo's portraits included; undefined for any other. */
export function fileAt(address: string): string | undefined {
  const name = address.startsWith(uploadsPath) ? address.slice(uploadsPath.length) : ''
  return isImageFile(name) || /^demo\/[\w-]+\.webp$/.test(name) ? name : undefined
}

/** The picture that a file of ours belongs to; undefined for any other file. */
export const imageOfFile = (fileName: string) => file.exec(fileName)?.[1]

/** The picture behind an address; undefined for one that we did not store (a demo portrait, another host). */
export const nameFrom = (address: string | null | undefined): string | undefined =>
  address?.startsWith(uploadsPath) ? imageOfFile(address.slice(uploadsPath.length)) : undefined

const imageHost = 'https://res.cloudinary.com'

/**
 * The address under which a profile shows a picture: one of ours, or of the configured cloud of the image host.
 * Undefined for every other: whoever looks at a profile would ask a server of its owner's choice for the picture,
 * and tell it when and from where.
 */
export function shownAddress(
  given: string,
  of: { publicUrl: string; cloudName: string | undefined },
): string | undefined {
  const address = given.startsWith(`${of.publicUrl}/`) ? given.slice(of.publicUrl.length) : given
  if (address.startsWith(uploadsPath))
    return /^(?:[\w-]+\/)*[\w-]+\.\w+$/.test(address.slice(uploadsPath.length)) ? address : undefined
  if (of.cloudName === undefined || !URL.canParse(address)) return undefined
  // What it leads to after all dots and escapes are followed, not how it begins.
  const { origin, pathname, username, password } = new URL(address)
  const isOfCloud = origin === imageHost && pathname.startsWith(`/${of.cloudName}/`)
  return isOfCloud && !username && !password ? address : undefined
}
