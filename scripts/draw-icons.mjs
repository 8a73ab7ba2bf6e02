/**
 * Draws the icons of web/public out of its favicon.svg: `node scripts/draw-icons.mjs`.
 * For development only; the icons are committed.
 */
import { readFile, writeFile } from 'node:fs/promises'
import sharp from 'sharp'

const folder = new URL('../web/public/', import.meta.url)
const mark = (await readFile(new URL('favicon.svg', folder), 'utf8')).trim()
const ground = '#211c14'
const sizeOfMark = 32

/** The ground to all four corners, for systems that cut their own shape; the mark takes `share` of the width. */
function fullBleed(share) {
  const shapes = mark.replace(/<title>.*<\/title>/, '').replace(/^<svg[^>]*>|<\/svg>$/g, '')
  const margin = (sizeOfMark * (1 - share)) / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="${ground}"/><g transform="translate(${margin} ${margin}) scale(${share})">${shapes.trim()}</g></svg>`
}

const png = (svg, sizePx) =>
  sharp(Buffer.from(svg), { density: (72 * sizePx) / sizeOfMark })
    .resize(sizePx, sizePx)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()

/** An .ico file is a list of pictures; each may be a PNG. */
function icoOf(pictures) {
  const entryBytes = 16
  const head = Buffer.alloc(6 + entryBytes * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let offset = head.length
  for (const [index, { sizePx, bytes }] of pictures.entries()) {
    const at = 6 + entryBytes * index
    head.writeUInt8(sizePx, at)
    head.writeUInt8(sizePx, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(bytes.length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += bytes.length
  }
  return Buffer.concat([head, ...pictures.map(({ bytes }) => bytes)])
}

const drawings = {
  'icons/icon-192.png': () => png(mark, 192),
  'icons/icon-512.png': () => png(mark, 512),
  // Systems may cut away a tenth on each side.
  'icons/maskable-512.png': () => png(fullBleed(0.8), 512),
  'apple-touch-icon.png': () => png(fullBleed(0.9), 180),
  'favicon.ico': async () =>
    icoOf(
      await Promise.all([16, 32, 48].map(async (sizePx) => ({ sizePx, bytes: await png(mark, sizePx) }))),
    ),
}
for (const [name, draw] of Object.entries(drawings)) {
  const bytes = await draw()
  await writeFile(new URL(name, folder), bytes)
  console.log(`${name}: ${bytes.length} bytes`)
}
