import { validate, version } from 'uuid'
import { expect, it } from 'vitest'
import { newId } from './clock.ts'

it('ids are UUIDs of version 7, each greater than the one before and none twice', () => {
  const ids = Array.from({ length: 20_000 }, newId)
  expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true)
  expect([...ids].sort()).toEqual(ids)
  // All but the first bits of the last group are random: what one id has says nothing of the next one.
  expect(new Set(ids.map((id) => id.slice(24))).size).toBeGreaterThan(19_990)
})
