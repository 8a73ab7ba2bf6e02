import { paths } from './paths.ts'
import { pluralize } from './pluralize.ts'

/** The part of the questions that says how answers are measured. */
export const answerTimesId = 'answer-times'
export const answerTimesHref = `${paths.faq.getHref()}#${answerTimesId}`

/** "about 40 minutes", "about 3 hours", "about 2 days": as exact as someone wants to know it. */
export function durationInWords(minutes: number): string {
  if (minutes < 1) return 'under a minute'
  const near = minutes < 10 ? minutes : 5 * Math.round(minutes / 5)
  if (near < 60) return `about ${pluralize(near, 'minute')}`
  // Hours well past a day, because of the 24 that are promised.
  const [unit, unitMinutes] = minutes < 36 * 60 ? (['hour', 60] as const) : (['day', 1440] as const)
  return `about ${pluralize(Math.round(minutes / unitMinutes), unit)}`
}
