import { crc32, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'

/** Stands in every file that could carry something of its own; must not be found in what is kept. */
export const marker = 'MARGA-HOSTILE-MARKER'
const script = `<script>alert("${marker}")</script>`

const text = (content: string) => Buffer.from(content)
const hex = (bytes: string) => Buffer.from(bytes.replaceAll(' ', ''), 'hex')
const withMarker = (head: Buffer) => Buffer.concat([head, Buffer.alloc(64), text(marker)])

const picture = (width = 64, height = 48) =>
  sharp({ create: { width, height, channels: 3, background: '#c96' } })
const png = () => picture().png().toBuffer()
const jpeg = () => picture().jpeg().toBuffer()
const webp = () => picture().webp().toBuffer()
const avif = () => picture().avif({ effort: 0 }).toBuffer()
const half = (file: Buffer) => file.subarray(0, Math.floor(file.length / 2))

// PNG, piece by piece
const pngSignature = hex('89 50 4e 47 0d 0a 1a 0a')
function chunk(type: string, data: Buffer, crc?: number) {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const body = Buffer.concat([text(type), data])
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc ?? crc32(body))
  return Buffer.concat([length, body, sum])
}
function header(width: number, height: number, { depth = 8, colour = 2, interlace = 0 } = {}) {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([depth, colour, 0, 0, interlace], 8)
  return chunk('IHDR', data)
}
const end = chunk('IEND', Buffer.alloc(0))
const assemble = (...chunks: Buffer[]) => Buffer.concat([pngSignature, ...chunks])
const rows = (width: number, height: number) => deflateSync(Buffer.alloc((width * 3 + 1) * height))
/** A PNG of 8 × 8 with more chunks before its pixels. */
const pngWith = (...chunks: Buffer[]) => assemble(header(8, 8), ...chunks, chunk('IDAT', rows(8, 8)), end)
/** Greyscale of one bit: many pixels in few bytes. */
export const flatPng = (width: number, height: number) =>
  assemble(
    header(width, height, { depth: 1, colour: 0 }),
    chunk('IDAT', deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 })),
    end,
  )
const bomb = (bytes: number) => deflateSync(Buffer.alloc(bytes), { level: 9 })

// JPEG, piece by piece
function segment(code: number, data: Buffer) {
  const head = Buffer.from([0xff, code, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}
const jpegWith = async (...segments: Buffer[]) => {
  const file = await jpeg()
  return Buffer.concat([file.subarray(0, 2), ...segments, file.subarray(2)])
}
/** Writes other measures into the frame header of a real JPEG. */
async function jpegClaiming(width: number, height: number) {
  const file = Buffer.from(await jpeg())
  const frame = file.indexOf(hex('ff c0'))
  file.writeUInt16BE(height, frame + 5)
  file.writeUInt16BE(width, frame + 7)
  return file
}

// RIFF and ISO boxes
const riff = (kind: string, ...chunks: Buffer[]) => {
  const body = Buffer.concat([text(kind), ...chunks])
  const size = Buffer.alloc(4)
  size.writeUInt32LE(body.length)
  return Buffer.concat([text('RIFF'), size, body])
}
const riffChunk = (type: string, data: Buffer) => {
  const size = Buffer.alloc(4)
  size.writeUInt32LE(data.length)
  return Buffer.concat([text(type), size, data, Buffer.alloc(data.length % 2)])
}
const canvas = (width: number, height: number, flags: number) => {
  const data = Buffer.alloc(10)
  data[0] = flags
  data.writeUIntLE(width - 1, 4, 3)
  data.writeUIntLE(height - 1, 7, 3)
  return riffChunk('VP8X', data)
}
const ftyp = (brand: string) =>
  withMarker(
    Buffer.concat([hex('00 00 00 18'), text(`ftyp${brand}`), hex('00 00 00 00'), text(`${brand}mif1`)]),
  )
async function avifClaiming(width: number, height: number) {
  const file = Buffer.from(await avif())
  const box = file.indexOf(text('ispe'))
  file.writeUInt32BE(width, box + 8)
  file.writeUInt32BE(height, box + 12)
  return file
}
async function movingWebp(frames: number, side: number) {
  const frame = await picture(side, side).raw().toBuffer()
  return sharp(Buffer.concat(Array<Buffer>(frames).fill(frame)), {
    raw: { width: side, height: side * frames, channels: 3, pageHeight: side },
  })
    .webp({ loop: 0, delay: Array<number>(frames).fill(10), quality: 1, effort: 0 })
    .toBuffer()
}

export type HostileFile = [name: string, make: () => Buffer | Promise<Buffer>]

/** None of these is a picture that we read. */
export const unreadable: HostileFile[] = [
  ['zero bytes', () => Buffer.alloc(0)],
  ['one byte', () => Buffer.from([0x89])],
  ['zeros only', () => Buffer.alloc(100_000)],
  ['plain text', () => text(`not a picture ${marker}`)],
  ['an HTML page with a script', () => text(`<!doctype html>${script}`)],
  ['an SVG with a script', () => text(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`)],
  [
    'an SVG with an event handler',
    () => text(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert('${marker}')"/>`),
  ],
  [
    'an SVG with a foreign object',
    () => text(`<svg xmlns="http://www.w3.org/2000/svg"><foreignObject>${script}</foreignObject></svg>`),
  ],
  [
    'an SVG that reads a file of the server',
    () =>
      text(
        `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;${marker}</text></svg>`,
      ),
  ],
  [
    'an SVG whose entities multiply',
    () =>
      text(
        `<!DOCTYPE svg [<!ENTITY a "${'x'.repeat(100)}">${Array.from({ length: 9 }, (_, i) => `<!ENTITY ${'bcdefghij'[i]} "${`&${'abcdefghi'[i]};`.repeat(10)}">`).join('')}]><svg xmlns="http://www.w3.org/2000/svg"><text>&j;</text></svg>`,
      ),
  ],
  [
    'an SVG that loads from elsewhere',
    () => text(`<svg xmlns="http://www.w3.org/2000/svg"><image href="http://127.0.0.1:1/${marker}"/></svg>`),
  ],
  [
    'an SVG in UTF-16',
    () => Buffer.from(`\ufeff<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`, 'utf16le'),
  ],
  ['a compressed SVG', () => gzipSync(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`)],
  [
    'a PDF with a script',
    () => text(`%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert("${marker}"))>>>>endobj`),
  ],
  ['PostScript', () => text(`%!PS-Adobe-3.0 EPSF-3.0\n(${marker}) run`)],
  [
    'a drawing program that fetches',
    () => text(`push graphic-context\nimage over 0,0 0,0 'https://127.0.0.1/${marker}'\npop graphic-context`),
  ],
  ['a PHP program', () => text(`<?php echo '${marker}'; ?>`)],
  ['a shell program', () => text(`#!/bin/sh\necho ${marker}`)],
  ['an ELF program', () => withMarker(hex('7f 45 4c 46 02 01 01 00'))],
  ['a Windows program', () => withMarker(text('MZ'))],
  ['a ZIP archive', () => withMarker(hex('50 4b 03 04 14 00 00 00'))],
  ['a gzip bomb', () => gzipSync(Buffer.alloc(50_000_000))],
  ['a GIF', () => withMarker(hex('47 49 46 38 39 61 01 00 01 00 00 00 00 3b'))],
  ['a GIF that is a script', () => text(`GIF89a/*${'\0'.repeat(8)}*/=1;alert("${marker}")//`)],
  ['a GIF with a huge canvas', () => withMarker(hex('47 49 46 38 39 61 ff ff ff ff 00 00 00'))],
  ['a TIFF', () => picture().tiff().toBuffer()],
  ['a BMP', () => withMarker(hex('42 4d 36 00 00 00 00 00 00 00 36 00 00 00 28 00 00 00'))],
  ['an icon', () => withMarker(hex('00 00 01 00 01 00 10 10 00 00'))],
  ['a Photoshop file', () => withMarker(text('8BPS'))],
  ['a JPEG 2000', () => withMarker(hex('00 00 00 0c 6a 50 20 20 0d 0a 87 0a'))],
  ['a JPEG XL', () => withMarker(hex('ff 0a fa 7f'))],
  ['a Radiance picture', () => text(`#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\n${marker}`)],
  ['an OpenEXR', () => withMarker(hex('76 2f 31 01 02 00 00 00'))],
  ['a FITS', () => text(`SIMPLE  =                    T / ${marker}`.padEnd(2880))],
  ['a netpbm picture', () => text(`P6 1 1 255\nabc${marker}`)],
  ["the decoder's own raw format", () => withMarker(hex('b6 a6 f2 08'))],
  ['a HEIC', () => ftyp('heic')],
  ['a film (MP4)', () => ftyp('isom')],
  ['a film (WebM)', () => withMarker(hex('1a 45 df a3 9f 42 86 81'))],
  ['a sound (MP3)', () => withMarker(text('ID3\x04'))],
  ['a sound (WAV)', () => riff('WAVE', riffChunk('data', text(marker)))],
  ['a picture in base64', async () => text((await png()).toString('base64'))],
  ['a picture as data URL', async () => text(`data:image/png;base64,${(await png()).toString('base64')}`)],
  ['a JSON of a buffer', async () => text(JSON.stringify(await png()))],
  ['a deflated picture', async () => deflateRawSync(await png())],
  ['the signature of a PNG alone', () => pngSignature],
  ['a PNG cut short', async () => half(await picture(400, 400).png({ compressionLevel: 0 }).toBuffer())],
  ['a PNG without pixels', () => assemble(header(8, 8), end)],
  ['a PNG without a header', () => assemble(chunk('IDAT', rows(8, 8)), end)],
  ['a PNG of no width', () => assemble(header(0, 8), chunk('IDAT', rows(8, 8)), end)],
  [
    'a PNG that claims 100,000 × 100,000',
    () => assemble(header(100_000, 100_000), chunk('IDAT', rows(8, 8)), end),
  ],
  ['a PNG that claims 2³¹ columns', () => assemble(header(0x7fffffff, 1), chunk('IDAT', rows(8, 8)), end)],
  [
    'a PNG that claims more rows than it has',
    () => assemble(header(8, 4000), chunk('IDAT', rows(8, 8)), end),
  ],
  ['a PNG of 48 megapixels', () => flatPng(8000, 6000)],
  [
    'a PNG of 2,500 megapixels in a few kilobytes',
    () => assemble(header(50_000, 50_000, { depth: 1, colour: 0 }), chunk('IDAT', bomb(3_000_000)), end),
  ],
  ['a PNG with garbage for pixels', () => assemble(header(8, 8), chunk('IDAT', text(marker)), end)],
  ['a PNG with a wrong checksum', () => assemble(header(8, 8), chunk('IDAT', rows(8, 8), 1), end)],
  [
    'a PNG whose chunk claims four gigabytes',
    () => assemble(header(8, 8), hex('ff ff ff ff'), text('IDAT'), text(marker)),
  ],
  ['a JPEG cut short', async () => half(await picture(800, 800).jpeg({ quality: 100 }).toBuffer())],
  ['a JPEG that claims 65,500 × 65,500', () => jpegClaiming(65_500, 65_500)],
  ['a JPEG of no height', () => jpegClaiming(64, 0)],
  ['a JPEG header without a picture', () => Buffer.concat([hex('ff d8 ff e0'), text(`JFIF${marker}`)])],
  ['a WebP cut short', async () => half(await webp())],
  [
    'a WebP with a canvas of 16,384 × 16,384',
    () => riff('WEBP', canvas(16_384, 16_384, 0), riffChunk('VP8 ', text(marker))),
  ],
  ['a WebP without a picture', () => riff('WEBP', canvas(8, 8, 0))],
  ['an AVIF cut short', async () => half(await avif())],
  ['an AVIF that claims 60,000 × 60,000', () => avifClaiming(60_000, 60_000)],
]

/** Pictures with something else in or behind them: the pixels may stay, nothing else may. */
export const readable: HostileFile[] = [
  ['a JPEG that is a page as well', async () => jpegWith(segment(0xfe, text(`<html>${script}</html>`)))],
  ['a JPEG with a ZIP behind it', async () => Buffer.concat([await jpeg(), withMarker(hex('50 4b 03 04'))])],
  [
    'a JPEG with a program in its comment',
    async () => jpegWith(segment(0xfe, text(`<?php system('${marker}') ?>`))),
  ],
  [
    'a JPEG that says where it was taken',
    () =>
      picture()
        .withExif({
          IFD0: { ImageDescription: marker },
          IFD3: {
            GPSLatitudeRef: 'N',
            GPSLatitude: '12/1 58/1 0/1',
            GPSLongitudeRef: 'E',
            GPSLongitude: '77/1 35/1 0/1',
          },
        })
        .jpeg()
        .toBuffer(),
  ],
  [
    'a JPEG with XMP',
    async () =>
      jpegWith(segment(0xe1, text(`http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>${marker}</x:xmpmeta>`))),
  ],
  ['a JPEG with IPTC', async () => jpegWith(segment(0xed, text(`Photoshop 3.0\0${marker}`)))],
  [
    'a JPEG with a broken colour profile',
    async () => jpegWith(segment(0xe2, text(`ICC_PROFILE\0\x01\x01${marker}`))),
  ],
  [
    'a JPEG with a picture in its metadata',
    async () =>
      jpegWith(segment(0xe1, Buffer.concat([text('Exif\0\0'), await jpegWith(segment(0xfe, text(marker)))]))),
  ],
  [
    'a JPEG with broken metadata',
    async () => jpegWith(segment(0xe1, text(`Exif\0\0II*\0\xff\xff\xff\xff${marker}`))),
  ],
  [
    'a JPEG with a thousand segments',
    async () => jpegWith(...Array.from({ length: 1000 }, () => segment(0xef, text(marker)))),
  ],
  ['a JPEG with four colours', async () => picture().toColourspace('cmyk').jpeg().toBuffer()],
  ['a JPEG in many passes', () => picture(600, 600).jpeg({ progressive: true }).toBuffer()],
  ['a JPEG that lies on its side', () => picture().withMetadata({ orientation: 6 }).jpeg().toBuffer()],
  ['a PNG with a program in its text', () => pngWith(chunk('tEXt', text(`Comment\0<?php ${marker} ?>`)))],
  ['a PNG with a script behind its end', async () => Buffer.concat([await png(), text(script)])],
  ['a PNG with a page before its pixels', () => pngWith(chunk('iTXt', text(`Title\0\0\0\0\0${script}`)))],
  ['a PNG with metadata of a camera', () => pngWith(chunk('eXIf', text(`II*\0${marker}`)))],
  [
    'a PNG whose text is a bomb',
    () => pngWith(chunk('zTXt', Buffer.concat([text('Comment\0\0'), bomb(100_000_000)]))),
  ],
  [
    'a PNG whose colour profile is a bomb',
    () => pngWith(chunk('iCCP', Buffer.concat([text('p\0\0'), bomb(100_000_000)]))),
  ],
  [
    'a PNG with a thousand texts',
    () => pngWith(...Array.from({ length: 1000 }, (_, i) => chunk('tEXt', text(`k${i}\0${marker}`)))),
  ],
  [
    'a PNG that moves for ever',
    () => pngWith(chunk('acTL', hex('00 00 ff ff 00 00 00 00')), chunk('fdAT', text(marker))),
  ],
  [
    'a PNG with a program in its pixels',
    async () =>
      sharp(Buffer.alloc(64 * 64 * 3, marker), { raw: { width: 64, height: 64, channels: 3 } })
        .png({ compressionLevel: 0 })
        .toBuffer(),
  ],
  ['a PNG of 16 bits', () => picture().toColourspace('rgb16').png().toBuffer()],
  ['a PNG that is interlaced', () => picture(600, 600).png({ progressive: true }).toBuffer()],
  [
    'a PNG that is transparent',
    () =>
      sharp({ create: { width: 9, height: 9, channels: 4, background: '#00000000' } })
        .png()
        .toBuffer(),
  ],
  ['a picture of one pixel', () => picture(1, 1).png().toBuffer()],
  ['a picture one pixel high', () => flatPng(20_000, 1)],
  ['a picture one pixel wide', () => flatPng(1, 20_000)],
  [
    'a WebP with metadata',
    () =>
      picture()
        .withExif({ IFD0: { Copyright: marker } })
        .webp()
        .toBuffer(),
  ],
  ['a WebP with a script behind its end', async () => Buffer.concat([await webp(), text(script)])],
  ['a WebP that moves', () => movingWebp(200, 200)],
  ['an AVIF with a script behind its end', async () => Buffer.concat([await avif(), text(script)])],
]
