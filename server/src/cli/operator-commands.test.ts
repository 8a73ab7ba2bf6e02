import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newMentee, newModerator } from '../testing/people.ts'
import { startTestApp, type TestApp, testTokenSecret } from '../testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

/** Beside the server, as an operator with a database of their own runs it. */
function run(name: string, args: string[]) {
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DATABASE_URL: test.databaseUrl,
    TOKEN_SECRET: testTokenSecret,
    DEMO: '0',
  }
  const script = join(import.meta.dirname, `${name}.ts`)
  return new Promise<{ said: string; complaint: string }>((resolve) => {
    execFile(
      process.execPath,
      ['--import', 'tsx', '--conditions', 'source', script, ...args],
      { env },
      (_, said, complaint) => resolve({ said, complaint }),
    )
  })
}

it('two-step sign-in is ended for somebody who has lost the second step', async () => {
  const { email } = await newMentee(test)
  expect((await run('two-factor-reset', ['mentee', email])).said).toContain(`of mentee ${email} was not on`)
  expect((await run('two-factor-reset', ['mentee', 'nobody@x.example'])).complaint).toContain(
    'There is no mentee',
  )
  expect((await run('two-factor-reset', ['boss', email])).complaint).toContain('The role must be one of')
}, 240_000)

it('a moderator who has gone is ended', async () => {
  const { email } = await newModerator(test)
  expect((await run('moderator-end', [email])).said).toContain(`${email} is no moderator any more.`)
  expect((await run('moderator-end', [email])).complaint).toContain('There is no moderator')
}, 240_000)
