import { hoursOfDay, timesOfDay, utcOffsets } from '@marga/contract/times-of-day'
import { expect, it } from 'vitest'
import { quartersOf } from './free-times.rules.ts'

it('marks the quarters at which a clock of any offset shows that time of the day', () => {
  for (let offset: number = utcOffsets.min; offset <= utcOffsets.max; offset += utcOffsets.step)
    for (const timeOfDay of timesOfDay) {
      const [from, to] = hoursOfDay[timeOfDay]
      const marked = [...quartersOf(timeOfDay, offset)]
      expect(marked).toHaveLength(96)
      for (const [quarter, mark] of marked.entries()) {
        // Read off a calendar instead of reckoned.
        const shown = new Date(Date.UTC(2026, 10, 23, 0, quarter * 15) + offset * 60_000).getUTCHours()
        expect(mark === '1').toBe(shown >= from && shown < to)
      }
    }
})
