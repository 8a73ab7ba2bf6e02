import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** Stands in every file that could carry something of its own; must not be found in what is kept. */
export const marker = 'MARGA-HOSTILE-MARKER'
export const script = `<script>alert("${marker}")</script>`

export const text = (content: string) => Buffer.from(content)
export const hex = (bytes: string) => Buffer.from(bytes.replaceAll(' ', ''), 'hex')
export const withMarker = (head: Buffer) => Buffer.concat([head, Buffer.alloc(64), text(marker)])

export const picture = (width = 64, height = 48) =>
  sharp({ create: { width, height, channels: 3, background: '#c96' } })
export const png = () => picture().png().toBuffer()
export const jpeg = () => picture().jpeg().toBuffer()
export const webp = () => picture().webp().toBuffer()
export const avif = () => picture().avif({ effort: 0 }).toBuffer()
export const half = (file: Buffer) => file.subarray(0, Math.floor(file.length / 2))

// PNG, piece by piece
export const pngSignature = hex('89 50 4e 47 0d 0a 1a 0a')
export function chunk(type: string, data: Buffer, crc?: number) {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const body = Buffer.concat([text(type), data])
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc ?? crc32(body))
  return Buffer.concat([length, body, sum])
}
export function header(width: number, height: number, { depth = 8, colour = 2, interlace = 0 } = {}) {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([depth, colour, 0, 0, interlace], 8)
  return chunk('IHDR', data)
}
export const end = chunk('IEND', Buffer.alloc(0))
export const assemble = (...chunks: Buffer[]) => Buffer.concat([pngSignature, ...chunks])
export const rows = (width: number, height: number) => deflateSync(Buffer.alloc((width * 3 + 1) * height))
/** A PNG of 8 × 8 with more chunks before its pixels. */
export const pngWith = (...chunks: Buffer[]) =>
  assemble(header(8, 8), ...chunks, chunk('IDAT', rows(8, 8)), end)
/** Greyscale of one bit: many pixels in few bytes. */
export const flatPng = (width: number, height: number) =>
  assemble(
    header(width, height, { depth: 1, colour: 0 }),
    chunk('IDAT', deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 })),
    end,
  )
export const bomb = (bytes: number) => deflateSync(Buffer.alloc(bytes), { level: 9 })

// JPEG, piece by piece
export function segment(code: number, data: Buffer) {
  const head = Buffer.from([0xff, code, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}
export const jpegWith = async (...segments: Buffer[]) => {
  const file = await jpeg()
  return Buffer.concat([file.subarray(0, 2), ...segments, file.subarray(2)])
}
/** Writes other measures into the frame header of a real JPEG. */
export async function jpegClaiming(width: number, height: number) {
  const file = Buffer.from(await jpeg())
  const frame = file.indexOf(hex('ff c0'))
  file.writeUInt16BE(height, frame + 5)
  file.writeUInt16BE(width, frame + 7)
  return file
}

// RIFF and ISO boxes
export const riff = (kind: string, ...chunks: Buffer[]) => {
  const body = Buffer.concat([text(kind), ...chunks])
  const size = Buffer.alloc(4)
  size.writeUInt32LE(body.length)
  return Buffer.concat([text('RIFF'), size, body])
}
export const riffChunk = (type: string, data: Buffer) => {
  const size = Buffer.alloc(4)
  size.writeUInt32LE(data.length)
  return Buffer.concat([text(type), size, data, Buffer.alloc(data.length % 2)])
}
export const canvas = (width: number, height: number, flags: number) => {
  const data = Buffer.alloc(10)
  data[0] = flags
  data.writeUIntLE(width - 1, 4, 3)
  data.writeUIntLE(height - 1, 7, 3)
  return riffChunk('VP8X', data)
}
export const ftyp = (brand: string) =>
  withMarker(
    Buffer.concat([hex('00 00 00 18'), text(`ftyp${brand}`), hex('00 00 00 00'), text(`${brand}mif1`)]),
  )
export async function avifClaiming(width: number, height: number) {
  const file = Buffer.from(await avif())
  const box = file.indexOf(text('ispe'))
  file.writeUInt32BE(width, box + 8)
  file.writeUInt32BE(height, box + 12)
  return file
}
export async function movingWebp(frames: number, side: number) {
  const frame = await picture(side, side).raw().toBuffer()
  return sharp(Buffer.concat(Array<Buffer>(frames).fill(frame)), {
    raw: { width: side, height: side * frames, channels: 3, pageHeight: side },
  })
    .webp({ loop: 0, delay: Array<number>(frames).fill(10), quality: 1, effort: 0 })
    .toBuffer()
}

export type HostileFile = [name: string, make: () => Buffer | Promise<Buffer>]
