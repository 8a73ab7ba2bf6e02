import type { Slot } from '@marga/contract/slots'
import { expect, it } from 'vitest'
import { fetchWholeRange } from './whole-ranges.ts'

const startMs = Date.parse('2026-03-01T08:00:00Z')
const hourMs = 3_600_000
const slots = Array.from({ length: 7 }, (_, index) => ({
  _id: `${index}`,
  start: new Date(startMs + index * hourMs).toISOString(),
  end: new Date(startMs + (index + 1) * hourMs).toISOString(),
})) as Slot[]
/** As the server answers: those that are not over then, no more than three. */
const asked: string[] = []
const fetchFrom = async (from: Date) => {
  asked.push(from.toISOString())
  return slots.filter(({ end }) => new Date(end) > from).slice(0, 3)
}

it('asks on where the list was cut, and gives each slot once and in order', async () => {
  expect(await fetchWholeRange(fetchFrom, new Date(startMs), 3)).toEqual(slots)
  expect(asked).toEqual([slots[0], slots[2], slots[4], slots[6]].map((slot) => slot!.start))
})

it('asks once for what was not cut, and ends where nothing more comes', async () => {
  asked.length = 0
  expect(await fetchWholeRange(fetchFrom, new Date(startMs + 5 * hourMs), 3)).toEqual(slots.slice(5))
  expect(asked).toHaveLength(1)
  expect(await fetchWholeRange(async () => slots.slice(0, 3), new Date(startMs), 3)).toEqual(
    slots.slice(0, 3),
  )
})
