import type { DayCount } from '@marga/contract/common'
import { formatDate, formatShortDay } from '../../lib/dates.ts'

/** How far back a chart looks. */
export const periods = [30, 90] as const
export type Period = (typeof periods)[number]

/** What a chart counts, for one and for many: "new mentee", "new mentees". */
export type Noun = { one: string; many: string }

export const countOf = (count: number, { one, many }: Noun): string => `${count} ${count === 1 ? one : many}`

export const totalOf = (days: readonly DayCount[]): number => days.reduce((sum, { count }) => sum + count, 0)

/** In words: how many there are now, or how many came within those days. */
export const summaryOf = (days: readonly DayCount[], noun: Noun, isLevel: boolean): string =>
  isLevel
    ? `${countOf(days.at(-1)?.count ?? 0, noun)} today`
    : `${countOf(totalOf(days), noun)} in the last ${days.length} days`

/** A day stands for itself, whatever zone it was counted in. */
const noon = (date: string) => `${date}T12:00:00Z`

/** "21 Nov": the weekday says nothing under an axis. */
const axisLabel = (date: string) => formatShortDay(noon(date), 'UTC').replace(/^\w+ /, '')

export function toPoints(days: readonly DayCount[], noun: Noun) {
  return days.map(({ date, count }) => ({
    key: date,
    value: count,
    label: axisLabel(date),
    readout: `${formatDate(noon(date), 'UTC')}: ${countOf(count, noun)}`,
  }))
}

/** The days worth a row in a table: those on which something happened, newest first. */
export const eventfulDays = (days: readonly DayCount[]): DayCount[] =>
  days.filter(({ count }) => count > 0).toReversed()
