import { wallClock } from '@marga/contract/wall-clock'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { after, daysMs, hoursMs, minutesMs } from '../../platform/clock.ts'
import { deadlinesOf, runningMs, runningUntil, type Standstill } from './response-clock.rules.ts'
import { type KnownStandstill, standstillAt, waitingOf } from './waiting.rules.ts'

const since = new Date('2026-11-22T14:30:00.000Z')
const at = (minutes: number) => after(since, minutesMs(minutes))
const span = (from: number, until: number | null): Standstill => ({
  from: at(from),
  until: until === null ? null : at(until),
})

/** Minute after minute, as somebody with a stopwatch would. */
function stopwatch(minutes: number, standstills: readonly Standstill[], giveUpAfter = 60_000) {
  for (let now = 0, ran = 0; now < giveUpAfter; now++) {
    if (ran === minutes) return now
    const isStill = standstills.some(({ from, until }) => from <= at(now) && (!until || until > at(now)))
    if (!isStill) ran++
  }
  return null
}

const spans = fc.array(
  fc
    .tuple(fc.integer({ min: -3000, max: 6000 }), fc.option(fc.integer({ min: 0, max: 4000 }), { freq: 12 }))
    .map(([from, length]) => span(from, length === null ? null : from + length)),
  { maxLength: 6 },
)

describe('a clock that stands still at times', () => {
  it('gets as far as a stopwatch that is stopped then, whatever overlaps', () => {
    fc.assert(
      fc.property(spans, fc.integer({ min: 1, max: 3000 }), (standstills, minutes) => {
        const until = runningUntil(since, minutesMs(minutes), standstills)
        const expected = stopwatch(minutes, standstills)
        // At the very end of its minutes the clock has run them, though it may stand still from then on.
        expect(until && (until.getTime() - since.getTime()) / 60_000).toBe(expected)
      }),
      { numRuns: 300 },
    )
  })

  it('has run as long as it took', () => {
    fc.assert(
      fc.property(spans, fc.integer({ min: 1, max: 3000 }), (standstills, minutes) => {
        const until = runningUntil(since, minutesMs(minutes), standstills)
        if (until) expect(runningMs(since, until, standstills)).toBe(minutesMs(minutes))
      }),
    )
  })
})

describe('what stands a clock still', () => {
  const known = (because: KnownStandstill['because'], from: number, until: number | null) => ({
    ...span(from, until),
    because,
  })
  const stillAt = (minutes: number, standstills: KnownStandstill[]) =>
    standstillAt(at(minutes), { standstills, timeZone: 'UTC' })

  it('goes on over what follows it at once for the same reason', () => {
    const away = [known('vacation', 30, 40), known('vacation', 0, 20), known('vacation', 20, 30)]
    expect(stillAt(5, away)).toEqual({ because: 'vacation', until: at(40).toISOString() })
    const others = [...away, known('vacation', 41, 50), known('pause', 40, 60), known('pause', 2, 30)]
    expect(stillAt(5, others)).toEqual({ because: 'vacation', until: at(40).toISOString() })
    expect(stillAt(5, [...others, known('pause', 30, null)])).toEqual({ because: 'pause', until: null })
    expect(stillAt(40, away)).toBeNull()
  })
})

describe('the reminder', () => {
  const zones = Intl.supportedValuesOf('timeZone')

  it('is never at night by the mentor’s clock, never before 12 hours, and before the answer is due', () => {
    const moments = fc.integer({ min: 0, max: 730 * 24 * 60 }).map((minutes) => at(minutes))
    fc.assert(
      fc.property(moments, fc.constantFrom(...zones), (asked, zone) => {
        const { nudgeAt, dueAt } = deadlinesOf({ since: asked, silentSince: asked }, [], zone)
        const { minutes } = wallClock(nudgeAt!, zone)
        // Where a change of the clocks skips 22:00 or 7:00 the night ends with what follows.
        expect(minutes >= 7 * 60 && minutes <= 22 * 60).toBe(true)
        expect(nudgeAt!.getTime()).toBeGreaterThanOrEqual(after(asked, hoursMs(12)).getTime())
        expect(nudgeAt!.getTime()).toBeLessThan(dueAt!.getTime())
        const isDay = wallClock(after(asked, hoursMs(16)), zone).minutes
        if (isDay >= 7 * 60 && isDay < 22 * 60) expect(nudgeAt).toEqual(after(asked, hoursMs(16)))
      }),
      { numRuns: 2000 },
    )
  })

  it('waits for the end of what stands the clock still, and of the night in which that ends', () => {
    // Night from 22:00 to 7:00 in Kolkata; the clock stands still from 5:00 on, for two days.
    const asked = new Date('2026-11-22T05:00:00.000Z')
    const still = { from: new Date('2026-11-22T23:30:00.000Z'), until: new Date('2026-11-24T23:30:00.000Z') }
    const { nudgeAt, dueAt, refundableFrom } = deadlinesOf(
      { since: asked, silentSince: asked },
      [still],
      'Asia/Kolkata',
    )
    expect(nudgeAt).toEqual(new Date('2026-11-25T01:30:00.000Z'))
    expect(dueAt).toEqual(after(asked, hoursMs(24 + 48)))
    expect(refundableFrom).toEqual(after(asked, daysMs(9)))
  })

  it('is left out where a standstill in the night leaves no moment before the answer is due', () => {
    // 16 hours are over at 5:00 in Kolkata; the clock stands still from 6:59 to 22:30, and it is due at 4:29.
    const asked = new Date('2026-11-22T07:30:00.000Z')
    const still = [
      { from: new Date('2026-11-23T01:29:00.000Z'), until: new Date('2026-11-23T17:00:00.000Z') },
    ].map((one) => ({ ...one, because: 'pause' as const }))
    const facts = { standstills: still, timeZone: 'Asia/Kolkata' }
    const { answerStep, answerStepAt, answerDueAt } = waitingOf({ since: asked, silentSince: asked }, facts)
    expect({ answerStep, answerStepAt }).toEqual({ answerStep: 'late', answerStepAt: answerDueAt })
  })

  it('does not come while nobody knows how long the clock stands still', () => {
    const still = [{ from: after(since, hoursMs(1)), until: null }]
    expect(deadlinesOf({ since, silentSince: since }, still, 'UTC')).toEqual({
      nudgeAt: null,
      dueAt: null,
      refundableFrom: null,
    })
  })
})
