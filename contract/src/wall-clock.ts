/** A day of the calendar, "YYYY-MM-DD", in whatever zone is spoken of. */
export type Day = string
export type WallClock = { day: Day; minutes: number }

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  formats.set(timeZone, format)
  return format
}

/**
 * Minutes ahead of UTC, of zones whose clocks nobody has changed since: reckoned, since the first formatter that a
 * browser makes takes it longer than the whole page around it.
 */
const fixedOffsets = new Map([
  ['Asia/Kolkata', 330],
  ['UTC', 0],
])
const fixedSinceMs = Date.UTC(1946, 0, 1)

/** What calendar and clock show at that moment in that zone; `minutes` since midnight. */
export function wallClock(time: Date | string, timeZone: string): WallClock {
  const atMs = new Date(time).getTime()
  const offset = fixedOffsets.get(timeZone)
  if (offset !== undefined && atMs >= fixedSinceMs) return readUtc(new Date(atMs + offset * 60_000))
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(new Date(time))
      .map((part) => [part.type, part.value]),
  )
  return {
    day: `${parts.year}-${parts.month}-${parts.day}`,
    minutes: Number(parts.hour) * 60 + Number(parts.minute),
  }
}

const readUtc = (clock: Date): WallClock => ({
  day: clock.toISOString().slice(0, 10),
  minutes: clock.getUTCHours() * 60 + clock.getUTCMinutes(),
})

/** How far the zone's clocks are ahead of UTC. */
export function offsetMs(time: number, timeZone: string): number {
  const minute = Math.floor(time / 60_000) * 60_000
  const { day, minutes } = wallClock(new Date(minute), timeZone)
  return Date.parse(`${day}T00:00:00Z`) + minutes * 60_000 - minute
}

/** 0 Sunday to 6 Saturday. */
export const weekdayOf = (day: Day): number => new Date(`${day}T00:00:00Z`).getUTCDay()
