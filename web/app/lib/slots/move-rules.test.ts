import { expect, it } from 'vitest'
import { slotOf } from '../../testing/slot-samples.ts'
import { moveNote, moveWay } from './move-rules.ts'

const booked = slotOf({ status: 'booked', start: '2026-11-26T10:00:00.000Z', movesLeft: 2 })
const at = (time: string) => new Date(`2026-11-${time}Z`)

it('lets a mentee move up to exactly 12 hours before, then only propose, until 2 hours before', () => {
  expect(moveWay(booked, at('25T22:00:00.000'))).toBe('move')
  expect(moveWay(booked, at('25T22:00:00.001'))).toBe('propose')
  expect(moveWay(booked, at('26T07:59:59.999'))).toBe('propose')
  expect(moveWay(booked, at('26T08:00:00.000'))).toBe('closed')
})

it('offers nothing for what was moved twice, and for what is not booked', () => {
  expect(moveWay({ ...booked, movesLeft: 0 }, at('25T00:00:00.000'))).toBe('used')
  expect(moveWay({ ...booked, status: 'cancelled', movesLeft: null }, at('25T00:00:00.000'))).toBe('closed')
})

it('says so beside the button', () => {
  const note = (movesLeft: number, time: string) => moveNote({ ...booked, movesLeft }, at(time))
  expect(note(2, '25T00:00:00.000')).toBe('Can be moved 2 more times')
  expect(note(1, '25T00:00:00.000')).toBe('Can be moved once more')
  expect(note(0, '25T00:00:00.000')).toBe('Cannot be moved again')
  expect(note(2, '26T00:00:00.000')).toBe('Too late to move: propose another time')
  expect(note(2, '26T09:00:00.000')).toBe('Too late to move')
})
