import { expect, it } from 'vitest'
import { lowerPriority } from './machine.ts'

/** As the system treats whoever is not root. */
function ordinaryProcess(niceness: number) {
  const own = {
    niceness,
    getPriority: () => own.niceness,
    setPriority(wanted: number) {
      if (wanted < own.niceness) throw new Error('EACCES')
      own.niceness = wanted
    },
  }
  return own
}

it.each([
  { begun: 0, wanted: 10, has: 10 },
  { begun: 10, wanted: 10, has: 10 },
  { begun: 15, wanted: 10, has: 15 },
])('a process of niceness $begun that is to have $wanted has $has', ({ begun, wanted, has }) => {
  const own = ordinaryProcess(begun)
  lowerPriority(wanted, own)
  expect(own.niceness).toBe(has)
})
