import { expect, test } from 'vitest'
import { refusePicture } from './picture-file.ts'

test('a picture is refused by type and size before it travels', () => {
  expect(refusePicture({ type: 'image/png', size: 1000 })).toBeNull()
  expect(refusePicture({ type: 'image/avif', size: 5 * 1024 * 1024 })).toBeNull()
  expect(refusePicture({ type: 'image/svg+xml', size: 10 })).toMatch(/PNG, JPEG/)
  expect(refusePicture({ type: '', size: 10 })).toMatch(/PNG, JPEG/)
  expect(refusePicture({ type: 'image/png', size: 0 })).toMatch(/empty/)
  expect(refusePicture({ type: 'image/png', size: 6 * 1024 * 1024 })).toMatch(/5 MB/)
})
