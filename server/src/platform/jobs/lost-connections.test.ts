import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { openDatabase } from '../db/database.ts'
import { startWorker } from './jobs.ts'

let test: TestApp
const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
  await test.close()
})

/** A way to the database that can be cut, and opened again at the same place. */
async function openWay(url: URL) {
  const target = { host: url.hostname, port: Number(url.port || 5432) }
  const sockets = new Set<Socket>()
  const way = createServer((from) => {
    const to = connect(target)
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(one)
      one.pipe(other)
      one.on('error', () => {})
      one.on('close', () => other.destroy())
    }
  })
  const listen = (port: number) => new Promise<void>((resolve) => way.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const address = way.address()
  const port = typeof address === 'object' ? address!.port : 0
  return {
    port,
    cut() {
      way.close()
      for (const socket of sockets) socket.destroy()
    },
    open: () => listen(port),
  }
}

it('a job that ends while the database is away does not stay locked by the process that lives on', async () => {
  test = await startTestApp()
  const url = new URL(test.app.db.pool.options.connectionString!)
  const way = await openWay(url)
  url.hostname = '127.0.0.1'
  url.port = String(way.port)
  const db = openDatabase({ url: url.href, poolSize: 5, onError: () => {} })
  let runs = 0
  const handlers = {
    ...test.app.jobHandlers,
    'images:remove': async () => {
      runs++
      way.cut()
    },
  }
  const worker = await startWorker(db, handlers, test.app.log)
  undo.push(
    () => way.cut(),
    () => db.close(),
    () => worker.stop(),
  )
  await test.app.db.transact((tx) => test.app.jobs.add(tx, 'images:remove', { name: 'one' }))
  await expect.poll(() => runs).toBe(1)
  await sleep(500)
  await way.open()
  const left = async () =>
    (
      await test.app.db.pool.query(
        `select 1 from graphile_worker._private_jobs as job
         join graphile_worker._private_tasks as task on task.id = job.task_id where identifier = 'images:remove'`,
      )
    ).rowCount
  await expect.poll(left).toBe(0)
  expect(runs).toBe(1)
})
