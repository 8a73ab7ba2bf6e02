import { expect, test } from 'vitest'
import { countTicks, labelIndexes, nearestIndex, pointX, valueY } from './chart-scale.ts'

test('ticks are whole, round and reach the highest value', () => {
  expect(countTicks(0)).toEqual([0, 1])
  expect(countTicks(4)).toEqual([0, 1, 2, 3, 4])
  expect(countTicks(7)).toEqual([0, 2, 4, 6, 8])
  expect(countTicks(23)).toEqual([0, 10, 20, 30])
  expect(countTicks(180)).toEqual([0, 50, 100, 150, 200])
  for (const max of [1, 3, 9, 12, 99, 101, 4321]) {
    const ticks = countTicks(max)
    expect(ticks[ticks.length - 1]).toBeGreaterThanOrEqual(max)
    expect(ticks.length).toBeLessThanOrEqual(6)
    expect(ticks.every(Number.isInteger)).toBe(true)
  }
})

test('points spread from edge to edge; a single one stands in the middle', () => {
  expect([0, 1, 2].map((index) => pointX(index, 3, 10, 110))).toEqual([10, 60, 110])
  expect(pointX(0, 1, 10, 110)).toBe(60)
})

test('nothing lies on the ground, the highest at the top', () => {
  expect(valueY(0, 4, 10, 210)).toBe(210)
  expect(valueY(4, 4, 10, 210)).toBe(10)
  expect(valueY(0, 0, 10, 210)).toBe(210)
})

test('a pointer finds the nearest point, outside the area the last one', () => {
  expect(nearestIndex(34, 3, 10, 110)).toBe(0)
  expect(nearestIndex(36, 3, 10, 110)).toBe(1)
  expect(nearestIndex(-50, 3, 10, 110)).toBe(0)
  expect(nearestIndex(999, 3, 10, 110)).toBe(2)
})

test('labels end with the newest and leave room between them', () => {
  expect(labelIndexes(30, 4)).toEqual([5, 13, 21, 29])
  expect(labelIndexes(3, 10)).toEqual([0, 1, 2])
  expect(labelIndexes(0, 4)).toEqual([])
})
