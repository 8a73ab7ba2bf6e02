import { imageSidesPx } from '@marga/contract/images'
import { expect, test } from 'vitest'
import { largeSide, pictureSrcSet, squareSides } from './picture-sizes.ts'

const name = '/uploads/0f8fad5b-d9cb-469f-a165-70867728950e-1760000000000'

test('the sizes are those that the server makes', () => {
  const { small, medium, large } = imageSidesPx
  expect([...squareSides, largeSide]).toEqual([small, medium, large])
})

test('an uploaded picture comes in three sizes', () => {
  expect(pictureSrcSet(`${name}.webp`)).toBe(`${name}-96.webp 96w, ${name}-320.webp 320w, ${name}.webp 1024w`)
})

test('the cloud image host is asked for the small sizes', () => {
  expect(pictureSrcSet('https://res.cloudinary.com/demo/image/upload/v17/a/b.jpg')).toBe(
    'https://res.cloudinary.com/demo/image/upload/c_fill,w_96,h_96,f_webp/v17/a/b.jpg 96w, ' +
      'https://res.cloudinary.com/demo/image/upload/c_fill,w_320,h_320,f_webp/v17/a/b.jpg 320w',
  )
})

test('a picture of one size has no choice', () => {
  expect(pictureSrcSet('/uploads/demo/face.webp')).toBeUndefined()
  expect(pictureSrcSet('https://example.com/face.png')).toBeUndefined()
})
