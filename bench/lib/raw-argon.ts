import { hash, verify } from '@node-rs/argon2'

// The reference of P9: the hash alone, at the product's settings (OWASP: 19 MiB, two passes), so many at once.

const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const stored = await hash('a password of the bench', options)

process.on('message', async ({ atOnce, seconds }: { atOnce: number; seconds: number }) => {
  const begun = performance.now()
  let count = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() - begun < seconds * 1000) {
        await verify(stored, 'a password of the bench', options)
        count++
      }
    }),
  )
  process.send!(count / ((performance.now() - begun) / 1000))
})
process.send!('ready')
