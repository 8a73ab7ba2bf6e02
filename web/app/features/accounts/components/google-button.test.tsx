import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { GoogleButton } from './google-button.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('opens a popup, looks every 500 ms whether it is closed, and says so once', () => {
  const popup = { closed: false }
  const open = vi.spyOn(window, 'open').mockReturnValue(popup as Window)
  const onClosed = vi.fn()
  render(<GoogleButton isReady onClosed={onClosed} />)
  fireEvent.click(screen.getByRole('button', { name: 'Sign in with Google' }))
  expect(open.mock.calls[0]?.[0]).toBe('/api/mentees/google_auth_mentee')
  act(() => void vi.advanceTimersByTime(5000))
  expect(onClosed).not.toHaveBeenCalled()
  popup.closed = true
  act(() => void vi.advanceTimersByTime(499))
  expect(onClosed).not.toHaveBeenCalled()
  act(() => void vi.advanceTimersByTime(1))
  act(() => void vi.advanceTimersByTime(5000))
  expect(onClosed).toHaveBeenCalledTimes(1)
})
