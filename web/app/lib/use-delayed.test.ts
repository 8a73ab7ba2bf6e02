import { ui } from '@marga/contract/limits'
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useDelayed } from './use-delayed.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it.each([
  ['after a mentee signed up', ui.menteeSignUpRedirectMs, 5000],
  ['after a mentor applied', ui.mentorSignUpRedirectMs, 4000],
  ['after a password was reset', ui.passwordResetRedirectMs, 1000],
])('moves on %s after its fixed delay', (_, delayMs, expectedMs) => {
  const leave = vi.fn()
  renderHook(() => useDelayed(true, delayMs, leave))
  act(() => void vi.advanceTimersByTime(expectedMs - 1))
  expect(leave).not.toHaveBeenCalled()
  act(() => void vi.advanceTimersByTime(1))
  expect(leave).toHaveBeenCalledTimes(1)
})

it('does nothing until it is due, nor after the page is left', () => {
  const leave = vi.fn()
  const { rerender, unmount } = renderHook(({ isDue }) => useDelayed(isDue, 1000, leave), {
    initialProps: { isDue: false },
  })
  act(() => void vi.advanceTimersByTime(5000))
  rerender({ isDue: true })
  unmount()
  act(() => void vi.advanceTimersByTime(5000))
  expect(leave).not.toHaveBeenCalled()
})
