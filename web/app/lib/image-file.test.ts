import { expect, test } from 'vitest'
import { imageRejectionReason } from './image-file.ts'

test('a picture is refused by type and size before it travels', () => {
  expect(imageRejectionReason({ type: 'image/png', size: 1000 })).toBeNull()
  expect(imageRejectionReason({ type: 'image/avif', size: 5 * 1024 * 1024 })).toBeNull()
  expect(imageRejectionReason({ type: 'image/svg+xml', size: 10 })).toMatch(/PNG, JPEG/)
  expect(imageRejectionReason({ type: '', size: 10 })).toMatch(/PNG, JPEG/)
  expect(imageRejectionReason({ type: 'image/png', size: 0 })).toMatch(/empty/)
  expect(imageRejectionReason({ type: 'image/png', size: 6 * 1024 * 1024 })).toMatch(/5 MB/)
})
