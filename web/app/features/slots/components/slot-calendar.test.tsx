import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { dayKey, setOwnTimeZone } from '../../../lib/dates.ts'
import { SlotCalendar } from './slot-calendar.tsx'

afterEach(() => {
  cleanup()
  setOwnTimeZone(null)
})

/** Ahead of and behind every zone that a machine of tests may be in; on two of the days no clock there shows midnight. */
const zones = [
  ['Pacific/Kiritimati', '2030-11-21'],
  ['Pacific/Kiritimati', '2030-12-01'],
  ['Pacific/Pago_Pago', '2030-11-21'],
  ['Pacific/Pago_Pago', '2030-11-30'],
  ['Asia/Kolkata', '2030-11-21'],
  ['America/Santiago', '2030-09-08'],
  ['Africa/Cairo', '2030-04-26'],
] as const

const shownDays = () =>
  [...document.querySelectorAll<HTMLElement>('td[data-day]:not([data-outside])')].map((cell) => ({
    key: cell.dataset.day!,
    cell,
    button: cell.querySelector('button')!,
  }))

/** The first and the last hour of the day there, and one between them, of whatever length it is. */
function hoursOf(day: string, zone: string) {
  const noon = Date.parse(`${day}T12:00:00.000Z`)
  const hours = Array.from({ length: 80 }, (_, index) => new Date(noon + (index - 40) * 3_600_000)).filter(
    (time) => dayKey(time, zone) === day,
  )
  return [hours[0]!, hours[12]!, hours.at(-1)!]
}

it.each(zones)('means in %s the days of that zone, on %s from its first hour to its last', (zone, day) => {
  setOwnTimeZone(zone)
  for (const moment of hoursOf(day, zone)) {
    const onSelect = vi.fn()
    const { unmount } = render(
      <SlotCalendar
        openCountOf={(key) => (key === day ? 2 : 0)}
        selected={moment}
        onSelect={onSelect}
        from={moment}
        to={new Date(moment.getTime() + 60 * 86_400_000)}
      />,
    )
    const days = shownDays()
    const at = days.findIndex(({ key }) => key === day)
    const { cell, button } = days[at]!
    expect(cell.getAttribute('aria-selected')).toBe('true')
    expect(cell.dataset.today).toBe('true')
    expect(cell.className).toContain('has-open')
    expect(button.textContent).toBe(String(Number(day.slice(8))))
    expect(button.getAttribute('aria-label')).toMatch(/^Today, .*, selected, 2 open times$/)
    expect(button.disabled).toBe(false)
    expect(days.map(({ key }) => key)).toEqual([...new Set(days.map(({ key }) => key))])
    expect(days.filter((other) => other.cell.className.includes('has-open'))).toHaveLength(1)
    expect(
      days.filter((other) => other.cell.ariaSelected === 'true' || other.cell.dataset.today),
    ).toHaveLength(1)
    expect(days.filter((other) => other.button.disabled).map(({ key }) => key)).toEqual(
      days.slice(0, at).map(({ key }) => key),
    )
    for (const other of [days[at]!, days.at(-1)!]) {
      fireEvent.click(other.button)
      expect(dayKey(onSelect.mock.lastCall![0], zone)).toBe(other.key)
    }
    unmount()
  }
})

it('turns to the month that is meant in that zone', () => {
  setOwnTimeZone('Pacific/Kiritimati')
  // The first of December there, the last of November in most of the world.
  const moment = new Date('2030-11-30T11:00:00.000Z')
  render(
    <SlotCalendar
      openCountOf={() => 0}
      selected={moment}
      onSelect={() => {}}
      from={moment}
      to={new Date('2031-01-31T11:00:00.000Z')}
    />,
  )
  expect(screen.getByRole('grid').getAttribute('aria-label')).toContain('December')
  expect(screen.getByRole('button', { name: 'Go to the Previous Month' }).getAttribute('aria-disabled')).toBe(
    'true',
  )
})

it('turns to the month of a day that is chosen elsewhere, and stays where somebody turned it', () => {
  setOwnTimeZone('Asia/Kolkata')
  const shown = (day: string) => (
    <SlotCalendar
      openCountOf={() => 0}
      selected={new Date(`${day}T06:00:00.000Z`)}
      onSelect={() => {}}
      from={new Date('2030-11-21T06:00:00.000Z')}
      to={new Date('2031-01-20T06:00:00.000Z')}
    />
  )
  const month = () => screen.getByRole('grid').getAttribute('aria-label')
  const { rerender } = render(shown('2030-11-30'))
  expect(month()).toContain('November')
  rerender(shown('2030-12-02'))
  expect(month()).toContain('December')
  fireEvent.click(screen.getByRole('button', { name: 'Go to the Next Month' }))
  rerender(shown('2030-12-02'))
  expect(month()).toContain('January')
})
