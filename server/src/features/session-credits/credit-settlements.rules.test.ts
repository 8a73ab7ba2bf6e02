import { describe, expect, it } from 'vitest'
import { after, daysMs } from '../../platform/clock.ts'
import { decide, type EnrollmentOfCredit } from './credit-settlements.rules.ts'

const at = (day: number) => new Date(Date.UTC(2026, 0, day))
const credit = { id: 'c', slotId: 's', source: 'period', usableUntil: at(31), lapsesAt: at(34) } as const
const enrollment: EnrollmentOfCredit = {
  id: 'e',
  status: 'active',
  periodStart: at(1),
  periodEnd: at(31),
  pausedFrom: null,
  pausedUntil: null,
  refundDue: null,
}

describe('a call whose month is over, and that is free again', () => {
  const freedOn = (day: number, of: Partial<EnrollmentOfCredit>) =>
    decide({ credit, of: 'cancelled_by_mentee_early', enrollment: { ...enrollment, ...of } }, at(day)).change
      .usableUntil

  it('lasts to the end of the month that runs', () => {
    expect(freedOn(33, { periodEnd: at(59) })).toEqual(at(59))
  })

  it('lasts thirty days where the next month is not known yet, reckoned from the end of a pause', () => {
    expect(freedOn(33, {})).toEqual(after(at(33), daysMs(30)))
    expect(freedOn(33, { pausedFrom: at(31), pausedUntil: at(61) })).toEqual(after(at(61), daysMs(30)))
    expect(freedOn(62, { pausedFrom: at(31), pausedUntil: at(61) })).toEqual(after(at(62), daysMs(30)))
  })
})
