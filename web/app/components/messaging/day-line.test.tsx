import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { setOwnTimeZone } from '../../lib/dates.ts'
import { DayLine } from './day-line.tsx'

afterEach(() => {
  vi.useRealTimers()
  setOwnTimeZone(null)
})

it('says "Today" until midnight only, where nothing else happens in the conversation', () => {
  setOwnTimeZone('Asia/Kolkata')
  // Five minutes before midnight there.
  vi.useFakeTimers({ now: new Date('2026-11-22T18:25:00.000Z') })
  render(<DayLine time="2026-11-22T18:20:00.000Z" />)
  expect(screen.getByText('Today')).toBeTruthy()
  act(() => void vi.advanceTimersByTime(6 * 60_000))
  expect(screen.queryByText('Today')).toBeNull()
  expect(screen.getByText('November 22nd 2026')).toBeTruthy()
})
