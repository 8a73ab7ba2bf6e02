import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@marga/contract/api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { builtScript } from '../../../testkit/built-server.mjs'
import { hasRedisServer, startRedisServer } from '../../../testkit/redis.mjs'
import { outboxWith } from '../testing/outbox.ts'
import { newMentee, newModerator } from '../testing/people.ts'
import { startTestApp, type TestApp, testTokenSecret } from '../testing/test-app.ts'
import { nameDatabase } from './database-name.ts'

const scratch = mkdtempSync(join(tmpdir(), 'marga-commands-'))
let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(async () => {
  await test.close()
  rmSync(scratch, { recursive: true, force: true })
})

/** Beside the server, as an operator with a database of their own runs it. */
const run = (name: string, args: string[], more: Record<string, string> = {}) =>
  runFile([builtScript(`cli/${name}`), ...args], more)

function runFile(args: string[], more: Record<string, string> = {}) {
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DATABASE_URL: test.databaseUrl,
    TOKEN_SECRET: testTokenSecret,
    DATA_DIR: scratch,
    DEMO: '0',
    ...more,
  }
  return new Promise<{ said: string; complaint: string; code: unknown }>((resolve) => {
    execFile(process.execPath, args, { env, timeout: 60_000 }, (error, said, complaint) =>
      resolve({ said, complaint, code: error ? (error.code ?? error.signal) : 0 }),
    )
  })
}

it('every command names the database that it acts on, and no password', async () => {
  const { hostname, pathname } = new URL(test.databaseUrl)
  const commands = {
    doctor: [],
    'moderator-create': ['one@example.com', 'a password that is long'],
    'moderator-end': ['one@example.com'],
    'moderator-password': ['one@example.com', 'walnut-harbour-91'],
    'two-factor-reset': ['mentee', 'nobody@x.example'],
    'reindex-search': [],
    backup: [join(scratch, 'backup')],
    restore: [join(scratch, 'backup')],
  }
  for (const [name, args] of Object.entries(commands)) {
    const { said } = await run(name, args)
    expect(said, name).toMatch(new RegExp(`Database: ${hostname}(:\\d+)?${pathname}\n`))
  }
}, 240_000)

it('a database is named without user and password', () => {
  const named = (databaseUrl: string) => nameDatabase({ databaseUrl, dataDir: '.data' })
  expect(named('postgres://marga:secret@db.example/marga?connect_timeout=5')).toBe('db.example/marga')
  expect(named('postgres://marga:secret@10.0.0.7:6432/marga')).toBe('10.0.0.7:6432/marga')
  expect(named('postgres://marga:secret@/marga?host=/run/postgresql')).toBe('/run/postgresql/marga')
})

it('two-step sign-in is ended for somebody who has lost the second step', async () => {
  const { email } = await newMentee(test)
  expect((await run('two-factor-reset', ['mentee', email])).said).toContain(`of mentee ${email} was not on`)
  expect((await run('two-factor-reset', ['mentee', 'nobody@x.example'])).complaint).toContain(
    'There is no mentee',
  )
  expect((await run('two-factor-reset', ['boss', email])).complaint).toContain('The role must be one of')
}, 240_000)

it.skipIf(!hasRedisServer)(
  'every command ends that is given all that the server has',
  async () => {
    const redis = await startRedisServer()
    const { url } = redis
    const smtp = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@b.example' }
    const stripe = { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' }
    for (const REDIS_URL of [url, 'redis://127.0.0.1:1']) {
      const more = { REDIS_URL, METRICS_PORT: '9464', ...smtp, ...stripe }
      expect((await run('moderator-create', ['two@example.com', 'walnut-harbour-91'], more)).code).toBe(0)
      expect((await run('moderator-end', ['two@example.com'], more)).code).toBe(0)
    }
    await redis.kill()
  },
  300_000,
)

it('a moderator who has gone is ended', async () => {
  const { email } = await newModerator(test)
  expect((await run('moderator-end', [email])).said).toContain(`${email} is no moderator any more.`)
  expect((await run('moderator-end', [email])).complaint).toContain('There is no moderator')
}, 240_000)

it('a moderator who has forgotten the password gets another, and the old sign-ins end', async () => {
  const moderator = await newModerator(test)
  const { email } = moderator
  const login = (password: string) => test.call(api.accounts.loginModerator, { body: { email, password } })
  const password = 'walnut-harbour-91'
  const isSignedIn = async () =>
    (await test.call(api.accountSettings.moderator.sessions, {}, moderator)).status === 200
  expect(await isSignedIn()).toBe(true)
  expect((await run('moderator-password', [email, 'password1'])).complaint).toMatch(/password/i)
  expect((await run('moderator-password', [email, password])).said).toContain(`password of ${email} is set`)
  expect(await isSignedIn()).toBe(false)
  expect((await login(password)).status).toBe(200)
  const [mail] = await outboxWith(test, email, 'Your password was changed')
  expect(mail!.text).toContain('tell the people who run this site')
  expect(mail!.text).not.toContain('Forgot password')
  expect((await run('moderator-password', ['nobody@x.example', password])).complaint).toContain(
    'There is no moderator',
  )
}, 240_000)

it('mails are drawn by the sources, too, from the folder in which npm run dev starts them', async () => {
  const script = join(import.meta.dirname, 'render-mails.ts')
  const { said } = await runFile([
    ...['--import', 'tsx', '--conditions', 'source'],
    script,
    join(scratch, 'mails'),
  ])
  expect(said).toContain('mails are in')
}, 240_000)
