import { AsyncLocalStorage } from 'node:async_hooks'
import { isConstraintError } from './db/conflicts.ts'

export type Batcher<T, R> = {
  /** @returns what `run` gave for this item @throws the error that it gave for it, or what `run` threw */
  add(item: T): Promise<R>
}

type Options<T, R> = {
  /** As many results as items and in their order; an error is the refusal of that item alone. */
  run: (items: T[]) => Promise<(R | Error)[]>
  sizeMax: number
  /** After this long a group is held up by something of its own, and the next one goes past it; up to `atOnce`. */
  maxWaitMs?: number
  atOnce?: number
}

type Waiting<T, R> = { item: T; resolve: (result: R) => void; reject: (error: unknown) => void }

/**
 * What comes while a group is under way is run together as the next one: the busier, the fewer statements for each,
 * and whoever comes alone waits for nothing. When the database refuses a group for the sake of what is in it, its items are run one by one, so that
 * nobody fails for somebody else.
 */
export function createBatcher<T, R>(options: Options<T, R>): Batcher<T, R> {
  const { run, sizeMax, maxWaitMs = 50, atOnce = 4 } = options
  const queue: Waiting<T, R>[] = []
  let underWay = 0
  let heldUp = 0
  let isGathering = false
  // A group serves many callers: it must not run in the transaction or on behalf of the one that began it.
  const runDetached = AsyncLocalStorage.snapshot()

  async function settle(group: Waiting<T, R>[]): Promise<void> {
    try {
      const results = await run(group.map(({ item }) => item))
      for (const [index, { resolve, reject }] of group.entries()) {
        const result = results[index]
        if (result instanceof Error) reject(result)
        else resolve(result as R)
      }
    } catch (error) {
      if (group.length > 1 && isConstraintError(error)) for (const one of group) await settle([one])
      else for (const { reject } of group) reject(error)
    }
  }

  const hasRoom = () => underWay - heldUp < 1 && underWay < atOnce && queue.length > 0

  /** What has arrived with it, in the same turn of the event loop, goes along. */
  function begin() {
    if (isGathering || !hasRoom()) return
    isGathering = true
    setImmediate(() => {
      isGathering = false
      if (hasRoom()) void runNext()
    })
  }

  async function runNext() {
    underWay++
    let isHeldUp = false
    const patience = setTimeout(() => {
      isHeldUp = true
      heldUp++
      begin()
    }, maxWaitMs)
    await runDetached(settle, queue.splice(0, sizeMax))
    clearTimeout(patience)
    if (isHeldUp) heldUp--
    underWay--
    begin()
  }

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        queue.push({ item, resolve, reject })
        begin()
      }),
  }
}
