import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { expect, it } from 'vitest'
import { hashPassword, isPasswordRight } from './password-hashes.ts'

it('a flood of passwords does not hold up answers that are to be compressed', async () => {
  const order: string[] = []
  const flood = Promise.all(
    Array.from({ length: 24 }, async (_, number) => {
      const hashed = await hashPassword(`password ${number}`)
      expect(await isPasswordRight(hashed, `password ${number}`)).toBe(true)
    }),
  ).then(() => order.push('hashed'))
  await promisify(brotliCompress)('an answer')
  order.push('compressed')
  await flood
  expect(order).toEqual(['compressed', 'hashed'])
})
