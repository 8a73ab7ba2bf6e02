// What calendar-thread.mjs runs.
import { parentPort, workerData } from 'node:worker_threads'
import { type BusyQuestion, type BusySpan, busyTimesIn, CalendarProblem } from './busy-times.rules.ts'

export type CalendarWork = { body: Uint8Array; question: BusyQuestion }
export type CalendarAnswer = { spans: BusySpan[] } | { problem: CalendarProblem['code'] }
/** What a thread says: that it is there and begins, and what it found. */
export type CalendarWord = 'begins' | CalendarAnswer

function answer({ body, question }: CalendarWork): CalendarAnswer {
  try {
    return { spans: busyTimesIn(new TextDecoder().decode(body), question) }
  } catch (error) {
    // Whatever else goes wrong with a stranger's text is the text's fault.
    return { problem: error instanceof CalendarProblem ? error.code : 'not_a_calendar' }
  }
}

const say = (word: CalendarWord) => parentPort?.postMessage(word)
say('begins')
say(answer(workerData as CalendarWork))
