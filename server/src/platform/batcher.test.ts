import { AsyncLocalStorage } from 'node:async_hooks'
import { describe, expect, it } from 'vitest'
import { type Batcher, createBatcher } from './batcher.ts'
import { AppError } from './errors.ts'

/** Groups whose runs end when the test says so. */
function held(
  outcome: (item: string) => string | Error = (item) => `${item}!`,
  { maxWaitMs = 600_000 } = {},
) {
  const runs: { items: string[]; end: (error?: Error) => void }[] = []
  const groups = createBatcher<string, string>({
    run: (items) =>
      new Promise((resolve, reject) => {
        runs.push({ items, end: (error) => (error ? reject(error) : resolve(items.map(outcome))) })
      }),
    sizeMax: 3,
    maxWaitMs,
    atOnce: 2,
  })
  return { groups, runs }
}

/** The first alone, the others while it is under way. */
async function addInTurns(groups: Batcher<string, string>, runs: unknown[], [first, ...others]: string[]) {
  const results = [groups.add(first!)]
  await expect.poll(() => runs.length).toBe(1)
  return [...results, ...others.map((item) => groups.add(item))]
}

describe('groups', () => {
  it('let the first go alone and take what comes meanwhile together, in order and within bounds', async () => {
    const { groups, runs } = held()
    const results = Promise.all(await addInTurns(groups, runs, ['a', 'b', 'c', 'd', 'e']))
    runs[0]!.end()
    await expect.poll(() => runs.length).toBe(2)
    runs[1]!.end()
    await expect.poll(() => runs.length).toBe(3)
    runs[2]!.end()
    expect(await results).toEqual(['a!', 'b!', 'c!', 'd!', 'e!'])
    expect(runs.map(({ items }) => items)).toEqual([['a'], ['b', 'c', 'd'], ['e']])
  })

  it('refuse one item alone', async () => {
    const { groups, runs } = held((item) => (item === 'b' ? new AppError('not_found') : item))
    const results = Promise.allSettled(await addInTurns(groups, runs, ['a', 'b', 'c']))
    runs[0]!.end()
    await expect.poll(() => runs.length).toBe(2)
    runs[1]!.end()
    expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })

  it('run one by one what the database refuses together for what is in it', async () => {
    const { groups, runs } = held()
    const results = Promise.allSettled(await addInTurns(groups, runs, ['a', 'b', 'c']))
    runs[0]!.end()
    await expect.poll(() => runs.length).toBe(2)
    runs[1]!.end(new AppError('already_exists'))
    await expect.poll(() => runs.length).toBe(3)
    runs[2]!.end(new AppError('already_exists'))
    await expect.poll(() => runs.length).toBe(4)
    runs[3]!.end()
    expect(runs.map(({ items }) => items)).toEqual([['a'], ['b', 'c'], ['b'], ['c']])
    expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })

  it('fail together when the database is gone, and go on afterwards', async () => {
    const { groups, runs } = held()
    const results = Promise.allSettled(await addInTurns(groups, runs, ['a', 'b', 'c']))
    runs[0]!.end(new Error('Connection terminated'))
    await expect.poll(() => runs.length).toBe(2)
    runs[1]!.end(new Error('Connection terminated'))
    expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    const next = groups.add('d')
    await expect.poll(() => runs.length).toBe(3)
    runs[2]!.end()
    expect(await next).toBe('d!')
  })

  it('let the next one past a group that is held up, and no more than so many', async () => {
    const { groups, runs } = held(undefined, { maxWaitMs: 5 })
    const results = await addInTurns(groups, runs, ['a', 'b', 'c'])
    await expect.poll(() => runs.length).toBe(2)
    expect(runs.map(({ items }) => items)).toEqual([['a'], ['b', 'c']])
    const late = groups.add('d')
    runs[1]!.end()
    expect(await results[2]).toBe('c!')
    await expect.poll(() => runs.length).toBe(3)
    runs[2]!.end()
    expect(await late).toBe('d!')
    runs[0]!.end()
    expect(await results[0]).toBe('a!')
  })

  it('run in the name of nobody who waits for them', async () => {
    const caller = new AsyncLocalStorage<string>()
    const seen: (string | undefined)[] = []
    const groups = createBatcher<string, string>({
      run: async (items) => {
        seen.push(caller.getStore())
        return items
      },
      sizeMax: 10,
    })
    await Promise.all(['a', 'b'].map((item) => caller.run(item, () => groups.add(item))))
    expect(seen).toEqual([undefined])
  })
})
