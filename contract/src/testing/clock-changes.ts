/** Every zone that this machine knows. */
export const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')]

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

const formats = new Map<string, Intl.DateTimeFormat>()

/** What the zone's clocks are ahead of UTC, in minutes: from the zone's offset by name, not from its clock. */
export function offsetMinutes(zone: string, atMs: number): number {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
    formats.set(zone, format)
  }
  const name = format.formatToParts(atMs).find(({ type }) => type === 'timeZoneName')!.value
  const [, sign, hours, minutes] = /^GMT(?:([+-])(\d{2}):(\d{2}))?$/.exec(name)!
  return sign ? Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) : 0
}

/** The clock of a zone as if it were UTC: what ISO texts and UTC getters of it say is what the clock shows. */
export const clockOf = (zone: string, atMs: number) => new Date(atMs + offsetMinutes(zone, atMs) * minuteMs)

export type ClockChange = { zone: string; atMs: number; before: number; after: number }

/** Every change of a zone's clocks in a span of time. One that is taken back within a week is not seen. */
export function clockChanges(zone: string, fromMs: number, toMs: number): ClockChange[] {
  const changes: ClockChange[] = []
  for (let begin = fromMs; begin < toMs; begin += 7 * dayMs) {
    const end = Math.min(begin + 7 * dayMs, toMs)
    const [before, after] = [offsetMinutes(zone, begin), offsetMinutes(zone, end)]
    if (before === after) continue
    let [low, high] = [begin, end]
    while (high - low > minuteMs) {
      const middle = low + Math.floor((high - low) / 2 / minuteMs) * minuteMs
      if (offsetMinutes(zone, middle) === before) low = middle
      else high = middle
    }
    changes.push({ zone, atMs: high, before, after })
  }
  return changes
}

const from = Date.UTC(2026, 0, 1)
/** Two years, every zone. */
export const everyChange: ClockChange[] = zones.flatMap((zone) =>
  clockChanges(zone, from, Date.UTC(2028, 0, 1)),
)

/**
 * The moment at which a zone's clock shows this, found by trying the offsets around it. One that is shown twice
 * means the first; one that is skipped moves on by what is skipped.
 * @param clockMs the clock as if it were UTC
 */
export function momentOf(clockMs: number, { zone, before, after }: ClockChange): number {
  const candidates = [before, after].map((offset) => clockMs - offset * minuteMs).sort((a, b) => a - b)
  const shown = candidates.filter((atMs) => clockOf(zone, atMs).getTime() === clockMs)
  return shown[0] ?? clockMs - before * minuteMs
}

/** Moments about which a change can be got wrong, from a day before to a day after. */
export const momentsAround = ({ atMs, before, after }: ClockChange): number[] => {
  const shift = Math.abs(after - before) * minuteMs
  return [-dayMs, -shift, -shift / 2, -minuteMs, 0, minuteMs, shift / 2, shift, shift + minuteMs, dayMs].map(
    (distance) => atMs + distance,
  )
}
