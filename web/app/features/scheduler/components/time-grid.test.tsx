import type { Slot } from '@marga/contract/slots'
import { weekOf } from '@marga/contract/zoned-time'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { SelectedTime } from '../rules.ts'
import { TimeGrid } from './time-grid.tsx'

const slot = {
  _id: 'one',
  type: 'session',
  status: 'booked',
  start: '2026-11-24T04:30:00.000Z',
  end: '2026-11-24T05:30:00.000Z',
  title: 'My CV',
  menteeId: { _id: 'mentee', firstName: 'Rohan', lastName: 'Kamat', profileImageUrl: null },
} as Slot

function show(now = '2026-11-23T05:00:00.000Z', slots: Slot[] = [slot]) {
  const onSelect = vi.fn<(selected: SelectedTime) => void>()
  const onOpen = vi.fn<(slot: Slot) => void>()
  render(
    <TimeGrid
      days={weekOf('2026-11-23')}
      slots={slots}
      timeZone="Asia/Kolkata"
      now={new Date(now)}
      from={480}
      onSelect={onSelect}
      onOpen={onOpen}
    />,
  )
  return { onSelect, onOpen }
}

test('one stop for the keyboard; arrows walk by day and hour, Enter proposes a whole session', async () => {
  const { onSelect } = show()
  await userEvent.tab()
  expect(document.activeElement?.getAttribute('aria-label')).toBe('November 23rd 2026, 9:00 am')
  await userEvent.keyboard('{ArrowRight}{ArrowDown}{ArrowDown}{Enter}')
  expect(onSelect).toHaveBeenCalledExactlyOnceWith({ day: '2026-11-24', start: 660, end: 720 })
})

test('Enter does nothing in the past', async () => {
  const { onSelect } = show()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  expect(onSelect).not.toHaveBeenCalled()
})

test.each([
  ['11:40 pm', '2026-11-23T18:10:00.000Z', { day: '2026-11-23', start: 1425, end: 1440 }],
  ['11:50 pm', '2026-11-23T18:20:00.000Z', { day: '2026-11-24', start: 540, end: 600 }],
])('Enter in the last hour of today proposes at %s what is still to come', async (_, now, proposed) => {
  const { onSelect } = show(now)
  await userEvent.tab()
  await userEvent.keyboard('{PageDown}{PageDown}{PageDown}{Enter}')
  expect(onSelect).toHaveBeenCalledExactlyOnceWith(proposed)
})

test('a slot says its time, state and mentee, and opens', async () => {
  const { onOpen } = show()
  await userEvent.click(
    screen.getByRole('button', { name: '10:00 am – 11:00 am, Booked, Rohan Kamat, My CV' }),
  )
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(slot)
})

test('an open slot says whether weekly hours have made it, and whether another calendar hides it', () => {
  const open = { ...slot, status: 'open' as const, menteeId: null, title: '', isLaidOut: true }
  const later = { start: '2026-11-24T06:30:00.000Z', end: '2026-11-24T07:30:00.000Z' }
  show(undefined, [open, { ...open, ...later, _id: 'two', isHidden: true }])
  expect(screen.getByRole('button', { name: '10:00 am – 11:00 am, Open, From weekly hours' })).toBeTruthy()
  const hidden = screen.getByRole('button', {
    name: '12:00 pm – 1:00 pm, Open, Hidden: busy in another calendar',
  })
  expect(hidden.textContent).toMatch(/^Hidden/)
})
