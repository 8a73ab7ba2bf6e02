import { openDatabase } from '../platform/db/database.ts'
import { type JobHandlers, startWorker } from '../platform/jobs/jobs.ts'
import { createLog } from '../platform/log.ts'

// A process of its own that takes a job and never ends it, to be killed by a test.
const db = openDatabase({ url: process.argv[2]!, poolSize: 5, onError: () => {} })
const handlers = {
  'payments:stop': () => {
    process.send?.('working')
    return new Promise<void>(() => {})
  },
} as unknown as JobHandlers
await startWorker(db, handlers, createLog('silent'))
