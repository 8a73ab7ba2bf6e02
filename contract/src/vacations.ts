import { z } from 'zod'
import { isoDate } from './common.ts'
import { limits } from './limits.ts'

/** Days of the mentor's zone, both included. */
export const vacation = z
  .object({ from: isoDate, to: isoDate })
  .refine(({ from, to }) => !(daysOf(from, to) < 1), {
    error: 'The last day is before the first.',
    path: ['to'],
  })
  .refine(({ from, to }) => !(daysOf(from, to) > limits.vacationDaysMax), {
    error: `At most ${limits.vacationDaysMax} days at once.`,
    path: ['to'],
  })
export type Vacation = z.infer<typeof vacation>

/** NaN where one is no date, which has its own complaint. */
const daysOf = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1

/** Those that are not over, none with a day of another. */
export const vacations = z
  .array(vacation)
  .max(limits.vacationsMax, `At most ${limits.vacationsMax} vacations.`)
  .superRefine((vacations, context) => {
    for (const [index, one] of vacations.entries())
      if (vacations.slice(0, index).some(({ from, to }) => from <= one.to && one.from <= to))
        context.addIssue({
          code: 'custom',
          message: 'This overlaps with another vacation.',
          path: [index, 'from'],
        })
  })
