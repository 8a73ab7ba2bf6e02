import sharp from 'sharp'
import {
  avif,
  bomb,
  chunk,
  flatPng,
  type HostileFile,
  hex,
  jpeg,
  jpegWith,
  marker,
  movingWebp,
  picture,
  png,
  pngWith,
  script,
  segment,
  text,
  webp,
  withMarker,
} from './image-bytes.ts'

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
