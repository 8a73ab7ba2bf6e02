import type { Day } from '@marga/contract/wall-clock'
import { addDays } from '@marga/contract/zoned-time'
import { type KeyboardEvent, type RefObject, useState } from 'react'
import { dayMinutes, morningOf, pickedInterval, type SelectedTime, stepMinutes } from '../rules.ts'

type Moment = { day: Day; minutes: number }

type CellCursorOptions = {
  days: readonly Day[]
  today: Moment
  body: RefObject<HTMLElement | null>
  onSelect: (selected: SelectedTime) => void
}

/** The cell of the calendar that Tab leads to: arrows move it by hour and day, Enter selects a time there. */
export function useCellCursor({ days, today, body, onSelect }: CellCursorOptions) {
  const [cell, setCell] = useState({ column: Math.max(0, days.indexOf(today.day)), hour: 9 })
  const at = { column: Math.min(cell.column, days.length - 1), hour: cell.hour }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const next = nextCell(at, event.key, days.length)
    const day = days[at.column]!
    if (next) {
      event.preventDefault()
      setCell(next)
      body.current
        ?.querySelector<HTMLElement>(`[data-day="${days[next.column]}"][data-hour="${next.hour}"]`)
        ?.focus()
    } else if ((event.key === 'Enter' || event.key === ' ') && !isPastHour(day, at.hour, today)) {
      event.preventDefault()
      onSelect(timeAt(day, at.hour, today))
    }
  }
  return { at, setAt: setCell, onKeyDown }
}

export const isPastHour = (day: Day, hour: number, now: Moment): boolean =>
  day < now.day || (day === now.day && (hour + 1) * 60 <= now.minutes)

/** Within the running hour from the first quarter on that is still to come; in the last quarter of a day that is tomorrow. */
function timeAt(day: Day, hour: number, now: Moment): SelectedTime {
  const isRunning = day === now.day && hour === Math.floor(now.minutes / 60)
  const minutes = isRunning ? now.minutes + stepMinutes : hour * 60
  return minutes < dayMinutes ? { day, ...pickedInterval(minutes) } : morningOf(addDays(day, 1))
}

type Cell = { column: number; hour: number }

function nextCell({ column, hour }: Cell, key: string, columns: number): Cell | null {
  const within = (value: number, max: number) => Math.min(Math.max(value, 0), max)
  switch (key) {
    case 'ArrowLeft':
      return { column: within(column - 1, columns - 1), hour }
    case 'ArrowRight':
      return { column: within(column + 1, columns - 1), hour }
    case 'ArrowUp':
      return { column, hour: within(hour - 1, 23) }
    case 'ArrowDown':
      return { column, hour: within(hour + 1, 23) }
    case 'Home':
      return { column: 0, hour }
    case 'End':
      return { column: columns - 1, hour }
    case 'PageUp':
      return { column, hour: within(hour - 6, 23) }
    case 'PageDown':
      return { column, hour: within(hour + 6, 23) }
    default:
      return null
  }
}
