import { expect, test } from 'vitest'
import { withLock } from './with-lock.ts'

/** As browsers answer that keep nothing for a site. */
const refusing = {
  request: () => Promise.reject(new DOMException('Access is denied', 'SecurityError')),
} as unknown as LockManager

test('works one after the other where the browser refuses its locks', async () => {
  const seen: string[] = []
  const work = (name: string) => async () => {
    seen.push(`${name} begins`)
    await Promise.resolve()
    seen.push(`${name} ends`)
    return name
  }
  expect(await Promise.all(['a', 'b'].map((name) => withLock('one', work(name), refusing)))).toEqual([
    'a',
    'b',
  ])
  expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
})

test('does not work twice when the work itself fails', async () => {
  let times = 0
  const locks = { request: (_: string, work: () => Promise<unknown>) => work() } as unknown as LockManager
  const work = () => {
    times += 1
    return Promise.reject(new Error('of the work'))
  }
  await expect(withLock('two', work, locks)).rejects.toThrow('of the work')
  expect(times).toBe(1)
})
