import { expect, it } from 'vitest'
import { currentPeriod } from './sandbox-subscription.ts'

const first = (startedAt: string, periodEnd: string) => ({
  ...{ id: 'one', checkoutId: 'two', priceId: 'three', customerId: 'four' },
  ...{ status: 'active', cancelAtPeriodEnd: false },
  startedAt: new Date(startedAt),
  periodStart: new Date(startedAt),
  periodEnd: new Date(periodEnd),
})

it.each([
  ['2027-01-31T10:00:00Z', '2027-02-28', ['2027-03-31', '2027-04-30', '2027-05-31']],
  ['2028-01-30T10:00:00Z', '2028-02-29', ['2028-03-30', '2028-04-30', '2028-05-30']],
  ['2027-02-28T10:00:00Z', '2027-03-28', ['2027-04-28', '2027-05-28', '2027-06-28']],
])('a month that began on %s ends on its day again after a short one', (startedAt, end, later) => {
  const row = first(startedAt, `${end}T10:00:00Z`)
  const ends = [end, ...later.slice(0, -1)].map((day) =>
    currentPeriod(row as never, new Date(`${day}T10:00:01Z`)).periodEnd.toISOString(),
  )
  expect(ends).toEqual(later.map((day) => `${day}T10:00:00.000Z`))
})
