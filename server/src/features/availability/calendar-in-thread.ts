import { Worker } from 'node:worker_threads'
import { limits } from '@marga/contract/limits'
import { secondsMs } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import type { CalendarAnswer, CalendarWord, CalendarWork } from './calendar-work.ts'

/** What a thread may take: the text, what it is taken apart into, and the code. */
const memoryMb = 256
/** Until it begins, which is the machine's affair, and from then on, which is the calendar's. */
const usualTimes = { startMs: secondsMs(30), workMs: secondsMs(5) }

const isBuilt = import.meta.url.endsWith('.js')

/**
 * Takes a calendar apart in a thread of its own: too much work and too much memory both end the thread alone.
 * @throws AppError unavailable where it never begins
 */
export function readInThread(work: CalendarWork, { startMs, workMs } = usualTimes): Promise<CalendarAnswer> {
  const thread = new Worker(new URL('./calendar-thread.mjs', import.meta.url), {
    workerData: { ...work, entry: isBuilt ? './calendar-work.js' : './calendar-work.ts' },
    execArgv: isBuilt ? [] : ['--conditions=source'],
    // It needs nothing of what the process knows.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32 },
  })
  return new Promise<CalendarAnswer>((resolve, reject) => {
    const tooMuch = () => resolve({ problem: 'too_many_events' })
    let giveUp = () => reject(new AppError('unavailable', { retryAfterSeconds: limits.feedReadSeconds }))
    let deadline = setTimeout(() => giveUp(), startMs)
    thread.on('message', (word: CalendarWord) => {
      if (word !== 'begins') return resolve(word)
      giveUp = tooMuch
      clearTimeout(deadline)
      deadline = setTimeout(tooMuch, workMs)
    })
    thread.once('error', () => giveUp())
    thread.once('exit', () => {
      clearTimeout(deadline)
      giveUp()
    })
  }).finally(() => thread.terminate())
}
