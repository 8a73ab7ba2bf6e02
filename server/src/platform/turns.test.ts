import { expect, it } from 'vitest'
import { createTurns } from './turns.ts'

it('lets others wait for the end of a turn, of that thing alone', async () => {
  const turns = createTurns()
  const end = turns.begin('a')
  expect(turns.ofOther('b')).toBeUndefined()
  const order: string[] = []
  const waiting = turns.ofOther('a')!.then(() => order.push('the other'))
  order.push('first')
  end()
  await waiting
  expect(order).toEqual(['first', 'the other'])
  expect(turns.ofOther('a')).toBeUndefined()
})
