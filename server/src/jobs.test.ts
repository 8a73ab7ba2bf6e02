import { afterAll, beforeAll, expect, it } from 'vitest'
import { collectJobs } from './jobs.ts'
import type { Log } from './platform/log.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

it('the nightly tidying goes on past a piece that fails, and fails at the end', async () => {
  const done: string[] = []
  const logged: unknown[] = []
  const work = (name: string) => async () => {
    if (name.startsWith('bad')) throw new Error(name)
    done.push(name)
  }
  const modules = [
    { daily: [work('first'), work('bad one')] },
    {},
    { daily: [work('bad two'), work('last')] },
  ]
  const { app } = test
  const log = { error: ({ err }: { err: Error }) => logged.push(err.message) } as unknown as Log
  const prune = () => Promise.reject(new Error('bad mails'))
  const mails = { ...app.mails, prune, giveUpOld: work('mails') }
  const handlers = collectJobs(modules, { ...app, log, mails })
  await expect(handlers['housekeeping:daily']()).rejects.toThrow('3 of 8 failed')
  expect(done).toEqual(['mails', 'first', 'last'])
  expect(logged).toEqual(['bad mails', 'bad one', 'bad two'])
})
