import { expect, it } from 'vitest'
import { groupByDay } from './rules.ts'

const at = (start: string) => ({ start })

it('shows the first days and the first times of each', () => {
  const times = ['1 a', '1 b', '1 c', '2 a', '3 a', '4 a'].map(at)
  expect(groupByDay(times, (start) => start[0]!, 3, 2)).toEqual([
    { day: '1', times: [at('1 a'), at('1 b')] },
    { day: '2', times: [at('2 a')] },
    { day: '3', times: [at('3 a')] },
  ])
})
