import { execFile } from 'node:child_process'
import { join } from 'node:path'
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

it("hashes at OWASP's figures where no test makes it faster", async () => {
  const worker = join(import.meta.dirname, 'password-worker.mjs')
  const script = `import { hash } from ${JSON.stringify(worker)}; console.log(hash('a long passphrase'))`
  const args = ['--input-type=module', '--eval', script]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  expect(stdout).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await hashPassword('a long passphrase'), 'in tests').toMatch(/m=64,t=1,p=1/)
})
