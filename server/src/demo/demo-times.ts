import { wallClock } from '@marga/contract/wall-clock'
import { addDays, instantAt, readClock } from '@marga/contract/zoned-time'
import { defaultTimeZone } from '../platform/date-format.ts'
import type { DemoTime } from './data/types.ts'

export function demoTime(now: Date, { day, clock }: DemoTime, zone = defaultTimeZone): Date {
  return instantAt(addDays(wallClock(now, zone).day, day), readClock(clock)!, zone)
}

const morning = 8 * 60
const evening = 22 * 60 + 30

/**
 * The moment, unless it is night there: then soon after the next morning, or where that has yet to come, before the last
 * evening ended. People of the demo write while they are awake, whenever it is started.
 */
export function wakingMoment(moment: Date, zone: string, now: Date): Date {
  const { day, minutes } = wallClock(moment, zone)
  if (isWaking(minutes)) return moment
  const isEvening = minutes >= evening
  const some = minutes % 40
  const next = instantAt(isEvening ? addDays(day, 1) : day, morning + some, zone)
  return next <= now ? next : instantAt(isEvening ? day : addDays(day, -1), evening - 1 - some, zone)
}

export const isWaking = (minutes: number) => minutes >= morning && minutes < evening
