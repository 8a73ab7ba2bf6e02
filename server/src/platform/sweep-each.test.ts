import { describe, expect, it } from 'vitest'
import type { Log } from './log.ts'
import { sweepEach } from './sweep-each.ts'

const logged: unknown[] = []
const log = { error: (of: unknown) => logged.push(of) } as unknown as Log

describe('what is swept one by one', () => {
  it('goes on past those that fail, logs each, and fails at the end', async () => {
    const done: number[] = []
    const swept = sweepEach(log, [1, 2, 3, 4], async (item) => {
      if (item % 2 === 1) throw new Error(`no ${item}`)
      done.push(item)
    })
    await expect(swept).rejects.toThrow('2 of 4 failed')
    expect(done).toEqual([2, 4])
    expect(logged).toMatchObject([{ item: 1 }, { item: 3 }])
  })

  it('ends quietly where nothing fails', async () => {
    await sweepEach(log, [1], async () => undefined)
  })
})
