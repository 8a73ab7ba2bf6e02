import { join } from 'node:path'
import sharp from 'sharp'

const folder = join(import.meta.dirname, '../../../fonts')
const families = { fraunces: 'Fraunces SemiBold', figtree: 'Figtree Medium' } as const

export type Look = {
  font: keyof typeof families
  sizePx: number
  colour: string
  widthPx: number
  /** What takes more rows ends in an ellipsis. */
  rowsMax: number
}
type Written = { png: Buffer; heightPx: number }

/** Writes words as a picture. Undefined for what has no letters that the fonts have, as in other scripts. */
export type Words = (text: string, look: Look) => Promise<Written | undefined>

/** What both files of a font hold between them: Latin letters, marks, punctuation and signs of money. */
const readable = /^[\u0020-\u024f\u1e00-\u1eff\u2010-\u2027\u20a0-\u20bf\u2122]+$/

/** A row is as high as this at the most, in sizes of the font. */
const rowHeight = 1.35

export async function createWords(): Promise<Words> {
  // Files that were once named are looked in from then on.
  for (const font of ['fraunces', 'figtree'] as const)
    await draw(
      'x',
      { font, sizePx: 10, colour: '#000000', widthPx: 100, rowsMax: 1 },
      `${font}-latin-ext.ttf`,
    )
  return async (text, look) => {
    const words = text.trim().split(/\s+/)
    const whole = words.join(' ')
    if (!readable.test(whole)) return undefined
    const heightMax = look.rowsMax * rowHeight * look.sizePx
    let written = await draw(whole, look)
    for (let count = words.length - 1; written.heightPx > heightMax && count > 0; count--)
      written = await draw(`${words.slice(0, count).join(' ')}…`, look)
    return written.heightPx > rowHeight * look.sizePx ? balanced(whole, look, written) : written
  }
}

/** In rows of about the same length where that takes no more of them: no word stands alone in the last one. */
async function balanced(text: string, look: Look, written: Written): Promise<Written> {
  for (const share of [0.55, 0.65, 0.75, 0.85, 0.95]) {
    const narrower = await draw(text, { ...look, widthPx: Math.round(look.widthPx * share) })
    if (narrower.heightPx <= written.heightPx + look.sizePx / 2) return narrower
  }
  return written
}

async function draw(text: string, look: Look, file = `${look.font}-latin.ttf`): Promise<Written> {
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${look.colour}">${escapeMarkup(text)}</span>`,
      // The comma ends the name of the family, whose last word would be read as a weight.
      font: `${families[look.font]}, ${look.sizePx}`,
      fontfile: join(folder, file),
      width: look.widthPx,
      dpi: 72,
      wrap: 'word-char',
      rgba: true,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { png: data, heightPx: info.height }
}

const escapeMarkup = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
