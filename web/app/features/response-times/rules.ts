import { limits } from '@marga/contract/limits'
import type { WaitingQuestion } from '@marga/contract/response-times'
import type { Vacation } from '@marga/contract/vacations'
import type { Day } from '@marga/contract/wall-clock'
import { noonOf } from '@marga/contract/zoned-time'
import { dueState } from '../../lib/answer-due.ts'
import { dayKey, formatShortDay, ownTimeZone } from '../../lib/dates.ts'

/** What is late or due before the day ends, by the calendar of the zone. */
export const dueToday = (
  waiting: readonly WaitingQuestion[],
  now: Date,
  timeZone = ownTimeZone(),
): WaitingQuestion[] =>
  waiting.filter(
    (question) =>
      dueState(question, now) === 'late' ||
      (question.dueAt !== null && dayKey(question.dueAt, timeZone) === dayKey(now, timeZone)),
  )

/** "25 min", "3 h 20 min", "2 days 4 h": the two largest units. */
export function durationText(minutes: number): string {
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return joinParts(`${hours} h`, minutes % 60, 'min')
  return joinParts(`${Math.floor(hours / 24)} days`, hours % 24, 'h')
}
const joinParts = (first: string, rest: number, unit: string) =>
  rest === 0 ? first : `${first} ${rest} ${unit}`

export type VacationErrors = Partial<Record<keyof Vacation, string>>

/** What is wrong with a vacation beside those that are announced. @param today of the mentor's zone */
export function checkVacation(
  { from, to }: Vacation,
  { announced, today }: { announced: readonly Vacation[]; today: Day },
): VacationErrors {
  const errors: VacationErrors = {}
  if (!from) errors.from = 'Choose the first day.'
  else if (from < today) errors.from = 'Choose today or a later day.'
  if (!to) errors.to = 'Choose the last day.'
  else if (from && to < from) errors.to = 'The last day is before the first.'
  else if (from && daysOf(from, to) > limits.vacationDaysMax)
    errors.to = `At most ${limits.vacationDaysMax} days at once.`
  if (errors.from || errors.to) return errors
  const other = announced.find((one) => from <= one.to && one.from <= to)
  if (other) errors.from = `You are already away ${vacationText(other)}.`
  return errors
}

const daysOf = (from: Day, to: Day) => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1

/** "Thu 3 Dec", "Thu 3 Dec – Mon 14 Dec". */
export function vacationText({ from, to }: Vacation): string {
  const [first, last] = [from, to].map((day) => formatShortDay(noonOf(day), 'UTC'))
  return from === to ? first! : `${first} – ${last}`
}

/** In the order of their days, as the server keeps them. */
export const withVacation = (announced: readonly Vacation[], added: Vacation): Vacation[] =>
  [...announced, added].sort((one, other) => one.from.localeCompare(other.from))
