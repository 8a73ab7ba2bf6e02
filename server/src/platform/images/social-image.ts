import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type OverlayOptions } from 'sharp'
import { createWords, type Words } from './words.ts'

/** What services that show links take as it is. */
export const socialImageSize = { widthPx: 1200, heightPx: 630 } as const

export type SocialImage = {
  title: string
  /** Below the title, each in two rows at most. */
  details: readonly string[]
  /** Of a person, whose photo stands beside the words; null where there is none. */
  photo?: Buffer | null | undefined
  productName: string
}

/** The light ones of web/app/styles/tokens.css. */
const colours = { paper: '#faf6ee', ink: '#211c14', soft: '#574e40', accent: '#f2a516' }
const marginPx = 88
const photoPx = 300
const gapPx = 64
const markPx = 56
const footerTop = socialImageSize.heightPx - 112
const accentPx = 12

const titleLook = { font: 'fraunces', sizePx: 72, colour: colours.ink, rowsMax: 2 } as const
const detailLook = { font: 'figtree', sizePx: 34, colour: colours.soft, rowsMax: 2 } as const
const nameLook = { font: 'fraunces', sizePx: 40, colour: colours.ink, rowsMax: 1 } as const

/**
 * Draws what says, as a JPEG, where a link leads.
 * @param markFile a square picture of the product's mark; undefined leaves it out
 */
export function createSocialImages({ markFile }: { markFile: string | undefined }) {
  let words: Promise<Words> | undefined
  return async (image: SocialImage): Promise<Buffer> => {
    words ??= createWords()
    const write = await words
    const hasPhoto = Boolean(image.photo)
    const left = hasPhoto ? marginPx + photoPx + gapPx : marginPx
    const widthPx = socialImageSize.widthPx - left - marginPx
    const title = await write(image.title, { ...titleLook, widthPx })
    const details = await Promise.all(image.details.map((line) => write(line, { ...detailLook, widthPx })))
    const parts: OverlayOptions[] = [
      ...stacked([title, ...details], left),
      ...(await footer(write, image.productName, markFile)),
      {
        input: plain(socialImageSize.widthPx, accentPx, colours.accent),
        left: 0,
        top: socialImageSize.heightPx - accentPx,
      },
    ]
    if (image.photo)
      parts.push({ input: await roundOf(image.photo), left: marginPx, top: middleTop(photoPx) })
    return sharp({ create: { ...sizeOf(socialImageSize), channels: 3, background: colours.paper } })
      .composite(parts)
      .jpeg({ quality: 86, mozjpeg: true })
      .toBuffer()
  }
}

const sizeOf = ({ widthPx, heightPx }: typeof socialImageSize) => ({ width: widthPx, height: heightPx })
const plain = (width: number, height: number, background: string) => ({
  create: { width, height, channels: 3 as const, background },
})

/** Where what is so high begins, to stand in the middle above the footer. */
const middleTop = (heightPx: number) => Math.max(24, Math.round((footerTop - heightPx) / 2))

/** One below the other, all of them in the middle. */
function stacked(written: Awaited<ReturnType<Words>>[], left: number): OverlayOptions[] {
  const shown = written.filter((one) => one !== undefined)
  const spacePx = 28
  const heightPx = shown.reduce((sum, one) => sum + one.heightPx, spacePx * Math.max(0, shown.length - 1))
  let top = middleTop(heightPx)
  return shown.map(({ png, heightPx: own }) => {
    const part = { input: png, left, top }
    top += own + spacePx
    return part
  })
}

async function footer(write: Words, productName: string, markFile: string | undefined) {
  const mark = markFile && (await readFile(markFile).catch(() => undefined))
  const name = await write(productName, { ...nameLook, widthPx: 700 })
  const left = mark ? marginPx + markPx + 18 : marginPx
  const parts: OverlayOptions[] = []
  if (mark)
    parts.push({
      input: await sharp(mark).resize(markPx, markPx).png().toBuffer(),
      left: marginPx,
      top: footerTop,
    })
  if (name) parts.push({ input: name.png, left, top: footerTop + Math.round((markPx - name.heightPx) / 2) })
  return parts
}

async function roundOf(photo: Buffer): Promise<Buffer> {
  const shape = { raw: { width: photoPx, height: photoPx, channels: 4 as const } }
  return sharp(photo)
    .resize(photoPx, photoPx, { fit: 'cover' })
    .ensureAlpha()
    .composite([{ input: disc(photoPx), ...shape, blend: 'dest-in' }])
    .png()
    .toBuffer()
}

/** Pixels of which the alpha is a disc with a soft edge: no other shape can be read here, as SVG is not. */
function disc(sidePx: number): Buffer {
  const pixels = Buffer.alloc(sidePx * sidePx * 4)
  const middle = (sidePx - 1) / 2
  for (let y = 0; y < sidePx; y++)
    for (let x = 0; x < sidePx; x++) {
      const inside = sidePx / 2 - Math.hypot(x - middle, y - middle)
      pixels[(y * sidePx + x) * 4 + 3] = Math.round(255 * Math.min(1, Math.max(0, inside)))
    }
  return pixels
}

/** Of what the built pages hold. */
export const markFileIn = (webBuildDir: string) => join(webBuildDir, 'client/icons/icon-192.png')
