import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import { createWords, type Look, type Words } from './words.ts'

const look: Look = { font: 'figtree', sizePx: 40, colour: '#ff0000', widthPx: 500, rowsMax: 2 }
let write: Words
beforeAll(async () => {
  write = await createWords()
})

const pixelsOf = async (text: string, of: Partial<Look> = {}) => {
  const { png } = (await write(text, { ...look, ...of }))!
  return (await sharp(png).raw().toBuffer()).toString('base64')
}

it('writes the letters of names as they are, in the colour and font that is asked for', async () => {
  const { png, heightPx } = (await write('Łukasz & <b>Zoë</b>', look))!
  const { width, height } = await sharp(png).metadata()
  expect(width).toBeLessThanOrEqual(500)
  expect(height).toBe(heightPx)
  const { channels } = await sharp(png).flatten({ background: '#000000' }).stats()
  expect(channels[0]!.max).toBe(255)
  expect([channels[1]!.max, channels[2]!.max]).toEqual([0, 0])
  // Every letter is one of the font, not the box that stands for none.
  const [of, other] = [await pixelsOf('Ł'), await pixelsOf('ő')]
  expect(of).not.toBe(other)
  expect(await pixelsOf('Ananya')).not.toBe(await pixelsOf('Ananya', { font: 'fraunces' }))
})

it('ends what takes too many rows in an ellipsis', async () => {
  const long = 'Principal engineer of a great many things that all take very long to say in words'
  const { heightPx } = (await write(long, look))!
  expect(heightPx).toBeGreaterThan(50)
  expect(heightPx).toBeLessThanOrEqual(2 * 1.35 * 40)
  expect((await write(long, { ...look, rowsMax: 9 }))!.heightPx).toBeGreaterThan(heightPx)
})

it('leaves out what the fonts have no letters for', async () => {
  expect(await write('अनन्या', look)).toBeUndefined()
  expect(await write('  ', look)).toBeUndefined()
})

it('leaves no word alone in the last row', async () => {
  const { png, heightPx } = (await write('Find a mentor who has done it', { ...look, widthPx: 520 }))!
  const { width } = await sharp(png).metadata()
  const lastRow = await sharp(png)
    .extract({ left: 0, top: Math.round(heightPx / 2), width, height: Math.floor(heightPx / 2) })
    .trim()
    .toBuffer({ resolveWithObject: true })
  expect(lastRow.info.width).toBeGreaterThan(width / 2)
})
