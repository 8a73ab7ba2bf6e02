import { expect, it, vi } from 'vitest'
import { ApiError } from './api-client.ts'
import { closeWhenDecided } from './close-when-decided.ts'

it('closes once it is decided, by whoever it was, or gone, and stays where it can be tried again', () => {
  const isClosedBy = (code?: string) => {
    const close = vi.fn()
    const { onSuccess, onError } = closeWhenDecided(close)
    if (code) onError(new ApiError(409, { code, message: code }))
    else onSuccess()
    return close.mock.calls.length === 1
  }
  expect(isClosedBy()).toBe(true)
  expect(isClosedBy('already_decided')).toBe(true)
  expect(isClosedBy('not_found')).toBe(true)
  expect(isClosedBy('network')).toBe(false)
  expect(isClosedBy('internal')).toBe(false)
})
