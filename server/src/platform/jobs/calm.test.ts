import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createCalm } from './calm.ts'

/**
 * The thread at work, turn after turn and never at rest: on a machine with other work to do, a timer of no time is late
 * enough for the thread to count as idle.
 */
async function keepBusy(isOver: () => boolean) {
  while (!isOver()) {
    const until = performance.now() + 20
    while (performance.now() < until);
    await nextTurn()
  }
}

it('waits for nothing but one look where the thread is at rest', async () => {
  let isCalm = false
  const calm = createCalm()().then(() => {
    isCalm = true
  })
  await sleep(10)
  expect(isCalm).toBe(false)
  await calm
})

it('waits while the thread is busy, and goes on once it is not', async () => {
  let [isOver, isCalm] = [false, false]
  const work = keepBusy(() => isOver)
  const calm = createCalm(60_000)().then(() => {
    isCalm = true
  })
  await sleep(500)
  expect(isCalm).toBe(false)
  isOver = true
  await Promise.all([work, calm])
})

it('waits for a turn where the work does not end, all together, and then nothing waits', async () => {
  let isOver = false
  const work = keepBusy(() => isOver)
  const untilCalm = createCalm()
  await Promise.all([untilCalm(), untilCalm(), untilCalm()])
  let isHeldUp = true
  const later = untilCalm().then(() => {
    isHeldUp = false
  })
  await Promise.resolve()
  await Promise.resolve()
  expect(isHeldUp).toBe(false)
  isOver = true
  await Promise.all([work, later])
})
