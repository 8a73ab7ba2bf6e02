import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'

export type Log = Logger

/** What is kept of an error: a driver's own fields may hold connections, queries and their values. */
const errorFields = (error: Error & { code?: unknown }) => ({
  type: error.name,
  message: error.message,
  code: error.code,
  stack: error.stack,
})

/** JSON lines on standard output. Bearer tokens, passwords and bodies never reach it. */
export function createLog(level: string, to?: DestinationStream): Log {
  const options: LoggerOptions = {
    level,
    serializers: { err: errorFields },
    redact: { paths: ['req.headers.authorization', 'req.headers.cookie'], remove: true },
  }
  return pino(options, to ?? bufferedOutput())
}

const bufferedBytes = 4096
const flushEveryMs = 200

/** One system call for many lines instead of one a line; what is left is written when the process ends. */
function bufferedOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: false, minLength: bufferedBytes })
  setInterval(() => output.flush(), flushEveryMs).unref()
  return output
}
