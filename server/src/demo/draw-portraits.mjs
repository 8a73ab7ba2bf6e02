/**
 * Draws portraits/<key>.webp for every demo person: `npx tsx server/src/demo/draw-portraits.mjs`.
 * For development only; the drawings are committed. An argument names a PNG to write a contact sheet to.
 */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { lorelei } from '@dicebear/collection'
import { createAvatar } from '@dicebear/core'
import sharp from 'sharp'
import { demoMentees } from './data/mentees.ts'
import { demoMentors } from './data/mentors.ts'
import { bindi, fullBeard, garment, hijab, moustache, turban } from './portrait-overlays.mjs'

const sizePx = 320
const folder = new URL('./portraits/', import.meta.url)

const paper = ['f3e6cf', 'e9d8b4', 'dfe5d8', 'e8d5c4', 'd9dfe3', 'efe0d6', 'e3dcc8']
const cloth = [
  '3f4d63',
  '3f6b58',
  'd99a2b',
  'b4593b',
  'f7efe0',
  '6d4257',
  '4e7a80',
  '34322f',
  'c9ad84',
  'c58a83',
]
const skin = ['f0cfae', 'e2b48c', 'd09d72', 'bd8558', '9f6a43', '875539']
const hairColor = { black: '1f1815', brown: '4a2f22', grey: '8f8982', white: 'd8d3ca' }

// Hair drawings of the style that suit, in the order they are dealt out; odd ones are left out.
const hair = {
  f: [35, 33, 19, 15, 38, 24, 31, 21, 13, 46, 32, 41, 29, 42, 16, 37, 23, 17, 48, 10],
  m: [1, 7, 3, 9, 28, 8, 2, 22, 47, 5, 43, 39, 44, 11],
  elderF: [33, 38, 32, 35, 37],
  elderM: [28, 8, 1, 25, 2, 3],
  openForehead: [33, 38, 31, 35, 29, 32, 37, 24],
}

const faces = {
  f: {
    eyes: [24, 23, 21, 12, 11, 10, 8, 6, 4, 2],
    eyebrows: [2, 5, 7, 9, 12],
    mouth: ['happy01', 'happy02', 'happy03', 'happy05', 'happy06'],
    nose: [1, 2, 3, 4, 6],
  },
  m: {
    eyes: [24, 20, 21, 10, 8, 6, 4, 2, 14],
    eyebrows: [2, 3, 9, 10, 12],
    mouth: ['happy01', 'happy02', 'happy05', 'happy06'],
    nose: [1, 4, 5],
  },
}

const people = [...demoMentors, ...demoMentees]
const dealt = {}

await mkdir(folder, { recursive: true })
for (const old of await readdir(folder)) {
  if (old.endsWith('.webp')) await rm(new URL(old, folder))
}
let totalBytes = 0
for (const person of people) {
  const image = await sharp(Buffer.from(drawSvg(person)), { density: 96 })
    .resize(sizePx, sizePx)
    .webp({ quality: 82, effort: 6 })
    .toBuffer()
  totalBytes += image.length
  await writeFile(new URL(`${person.key}.webp`, folder), image)
}
console.log(`${people.length} portraits, ${Math.round(totalBytes / 1024)} KB in ${fileURLToPath(folder)}`)
if (process.argv[2]) await writeContactSheet(process.argv[2])

function drawSvg({ key, portrait }) {
  const number = hashOf(key)
  const face = faces[portrait.sex]
  const style = {
    skin: skin[portrait.skin - 1],
    hair: hairColor[portrait.hair ?? 'black'],
    cloth: pick(cloth, number >>> 3),
    paper: pick(paper, number),
  }
  const avatar = createAvatar(lorelei, {
    seed: key,
    backgroundColor: [style.paper],
    skinColor: [style.skin],
    hairColor: [style.hair],
    eyebrowsColor: [portrait.hair === 'white' ? hairColor.grey : '1f1815'],
    hair: [variant(chooseHair(portrait))],
    eyes: face.eyes.map(variant),
    eyebrows: face.eyebrows.map(variant),
    mouth: portrait.headwear === 'turban' ? ['happy13'] : face.mouth,
    nose: face.nose.map(variant),
    glasses: ['variant01', 'variant03', 'variant04'],
    glassesProbability: portrait.glasses ? 100 : 0,
    beardProbability: 0,
    earrings: ['variant02', 'variant03'],
    earringsProbability: portrait.sex === 'f' && !portrait.headwear ? 60 : 0,
    frecklesProbability: 0,
    hairAccessoriesProbability: 0,
  })
  const added = [
    portrait.beard ? (portrait.headwear === 'turban' ? fullBeard(style) : moustache(style)) : '',
    portrait.bindi ? bindi() : '',
    garment(portrait.sex, number >>> 6, style),
    portrait.headwear === 'turban' ? turban() : '',
    portrait.headwear === 'hijab' ? hijab(style) : '',
  ]
  return avatar.toString().replace(/<\/svg>\s*$/, `${added.join('')}</svg>`)
}

function chooseHair({ sex, hair: color, hairVariant, headwear, bindi }) {
  if (hairVariant) return hairVariant
  if (headwear) return 28
  const isElder = color === 'grey' || color === 'white'
  const pool = isElder ? `elder${sex.toUpperCase()}` : bindi ? 'openForehead' : sex
  dealt[pool] = (dealt[pool] ?? -1) + 1
  return pick(hair[pool], dealt[pool])
}

function variant(number) {
  return `variant${String(number).padStart(2, '0')}`
}

function pick(list, number) {
  return list[number % list.length]
}

/** FNV-1a: the same person gets the same colours, whoever is added before. */
function hashOf(text) {
  let hash = 0x811c9dc5
  for (const char of text) hash = Math.imul(hash ^ char.codePointAt(0), 0x01000193) >>> 0
  return hash
}

async function writeContactSheet(file) {
  const columns = 10
  const cell = 150
  const tiles = await Promise.all(
    people.map(async ({ key }, index) => ({
      input: await sharp(fileURLToPath(new URL(`${key}.webp`, folder)))
        .resize(cell - 6, cell - 6)
        .png()
        .toBuffer(),
      left: (index % columns) * cell,
      top: Math.floor(index / columns) * (cell + 16),
    })),
  )
  const labels = people.map(({ key }, index) => ({
    input: Buffer.from(
      `<svg width="${cell}" height="16"><text y="11" font-size="11" font-family="sans-serif">${key}</text></svg>`,
    ),
    left: (index % columns) * cell,
    top: Math.floor(index / columns) * (cell + 16) + cell - 6,
  }))
  const height = Math.ceil(people.length / columns) * (cell + 16)
  await sharp({ create: { width: columns * cell, height, channels: 3, background: '#ffffff' } })
    .composite([...tiles, ...labels])
    .png()
    .toFile(file)
}
