// What calendar-thread.mjs runs.
import { parentPort, workerData } from 'node:worker_threads'
import { type BusyQuestion, type BusySpan, busyTimesIn, CalendarProblem } from './busy-times.rules.ts'

export type CalendarWork = { body: Uint8Array; question: BusyQuestion }
export type CalendarAnswer = { spans: BusySpan[] } | { problem: CalendarProblem['code'] }

function answer({ body, question }: CalendarWork): CalendarAnswer {
  try {
    return { spans: busyTimesIn(new TextDecoder().decode(body), question) }
  } catch (error) {
    // Whatever else goes wrong with a stranger's text is the text's fault.
    return { problem: error instanceof CalendarProblem ? error.code : 'not_a_calendar' }
  }
}

parentPort?.postMessage(answer(workerData as CalendarWork))
