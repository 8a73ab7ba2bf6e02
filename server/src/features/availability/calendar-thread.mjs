// Where a calendar is read: a thread of its own, which is ended where it takes too long. JavaScript, because a thread
// cannot be begun with the sources themselves, which only development and tests run.
import { workerData } from 'node:worker_threads'

if (workerData.entry.endsWith('.ts')) {
  const { register } = await import('tsx/esm/api')
  register()
}
await import(workerData.entry)
