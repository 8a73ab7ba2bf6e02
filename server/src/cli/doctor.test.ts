import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type Issuer, issuerClient, startIssuer } from '../../../testkit/oidc-issuer.mjs'
import { hasRedisServer, startRedisServer } from '../../../testkit/redis.mjs'
import { readConfig } from '../config.ts'
import { deriveKeys } from '../platform/push/vapid-keys.ts'
import { administrate, dropDatabase, withDatabase } from '../testing/databases.ts'
import { type Mailbox, openMailbox } from '../testing/mailbox.ts'
import { hasPooler, startPooler } from '../testing/pooler.ts'
import { startS3Server } from '../testing/s3-server.ts'
import { type StripeStandIn, startStripeStandIn } from '../testing/stripe-stand-in/stand-in.ts'
import { examine } from './doctor-checks.ts'

let folder: string
let mailbox: Mailbox
let issuer: Issuer
let stripe: StripeStandIn
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'marga-doctor-'))
  mailbox = await openMailbox()
  stripe = await startStripeStandIn({ secretKey: 'sk_live_standin' })
  stripe.books.endpoints.push(endpoint)
  issuer = await startIssuer('https://marga.example/api/mentees/google_auth_mentee/callback')
})
afterAll(async () => {
  await mailbox.close()
  await issuer.close()
  await stripe.close()
  rmSync(folder, { recursive: true, force: true })
})

const endpoint = {
  id: 'we_standin',
  object: 'webhook_endpoint' as const,
  url: 'https://marga.example/api/payments/webhook',
  status: 'enabled',
  enabled_events: ['*'],
  api_version: null as string | null,
}

const good = () => ({
  ...stripe.env,
  STRIPE_PUBLISHABLE_KEY: 'pk_live_standin',
  PUBLIC_URL: 'https://marga.example',
  DATA_DIR: folder,
  DATABASE_URL: inject('engines').embedded,
  TOKEN_SECRET: 'x'.repeat(40),
  SMTP_URL: mailbox.url,
  SMTP_TLS: 'off',
  MAIL_FROM: 'Marga <hello@marga.example>',
  GOOGLE_CLIENT_ID: issuerClient.clientId,
  GOOGLE_CLIENT_SECRET: issuerClient.clientSecret,
  GOOGLE_ISSUER: issuer.url,
  TURN_URLS: 'turn:turn.marga.example:3478?transport=udp',
  TURN_SECRET: 'y'.repeat(40),
})
async function found(env: Record<string, string>) {
  const findings = await examine(readConfig({ ...good(), ...env }))
  return Object.fromEntries(findings.map(({ piece, verdict, words }) => [piece, `${verdict}: ${words}`]))
}
/** A port on which nothing listens. */
async function closedPort() {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise<void>((resolve) => server.close(() => resolve()))
  return port
}

describe('the doctor', () => {
  it('finds nothing wrong with what works', async () => {
    const findings = await found({})
    for (const finding of Object.values(findings)) expect(finding).toMatch(/^ok: /)
    expect(findings['Sign-in with Google']).toContain(
      'https://marga.example/api/mentees/google_auth_mentee/callback must be among',
    )
  })

  it('says what each piece lacks, all at once', async () => {
    const port = await closedPort()
    const file = join(folder, 'a-file')
    writeFileSync(file, '')
    const findings = await found({
      PUBLIC_URL: 'http://marga.example',
      DATA_DIR: file,
      DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/nothing`,
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      GOOGLE_ISSUER: `http://127.0.0.1:${port}`,
    })
    expect(findings).toMatchObject({
      Address: expect.stringMatching(/^problem: .*must begin with https/),
      'Data folder': expect.stringMatching(/^problem: .*cannot be written to/),
      Database: expect.stringMatching(/^problem: DATABASE_URL does not work: nothing answers/),
      Pictures: expect.stringMatching(/^problem: .*uploads cannot be written to/),
      Mail: expect.stringMatching(/^problem: SMTP_URL does not work: nothing answers/),
      'Sign-in with Google': expect.stringMatching(/^problem: .*nothing answers/),
    })
  })

  it.skipIf(!hasPooler)(
    'tells a pooler that lends its sessions out, and takes one that does not',
    async () => {
      const url = inject('engines').server ?? inject('engines').embedded
      for (const [mode, said] of [
        ['transaction', /^problem: .*pool_mode = session/],
        ['session', /^ok: PostgreSQL/],
      ] as const) {
        const pooler = await startPooler(url, mode)
        expect((await found({ DATABASE_URL: pooler.url })).Database).toMatch(said)
        const withOptions = `${pooler.url}?options=-c%20search_path%3Dpublic`
        expect((await found({ DATABASE_URL: withOptions })).Database).toMatch(/^problem: .*alter role/)
        await pooler.stop()
      }
    },
  )

  it('tells an extension that the role may not create', async () => {
    // The embedded one's role is no superuser, so that what it may not do is refused to it.
    const adminUrl = inject('engines').embedded
    const name = `marga_extensions_${process.pid}`
    await administrate(adminUrl, `create database ${name}`)
    const url = withDatabase(adminUrl, name)
    const database = async () => (await found({ DATABASE_URL: url })).Database
    const revoke = `revoke create on database ${name} from current_user`
    await administrate(url, `create extension btree_gist; ${revoke}`)
    expect(await database()).toMatch(/^problem: .*let an administrator run: create extension pg_trgm$/)
    const grant = `grant create on database ${name} to current_user`
    await administrate(url, `${grant}; create extension pg_trgm; ${revoke}`)
    expect(await database()).toMatch(/^ok/)
    await dropDatabase(adminUrl, name)
  })

  it('tells a database that is not there, and an SMTP password that is wrong', async () => {
    const strict = await openMailbox({ password: 'right' })
    const database = new URL(inject('engines').embedded)
    database.pathname = '/there_is_no_such_database'
    const SMTP_URL = strict.url.replace('//', '//user:wrong@')
    const findings = await found({ DATABASE_URL: database.href, SMTP_URL })
    expect(findings.Database).toContain('there is no such database')
    expect(findings.Mail).toContain('refuses the user or the password')
    const right = await found({ SMTP_URL: strict.url.replace('//', '//user:right@') })
    expect(right.Mail).toMatch(/^ok/)
    const required = await found({ SMTP_URL: strict.url, SMTP_TLS: 'required' })
    expect(required.Mail).toMatch(/^problem: .*does not turn to TLS/)
    await strict.close()
  })

  it('says what is wrong between Stripe and here', async () => {
    const payments = async (env: Record<string, string> = {}) => (await found(env)).Payments
    expect(await payments({ STRIPE_SECRET_KEY: 'sk_live_wrong' })).toMatch(
      /^problem: STRIPE_SECRET_KEY does not work: Invalid API Key/,
    )
    expect(await payments({ STRIPE_API_URL: `http://127.0.0.1:${await closedPort()}` })).toContain(
      'nothing answers',
    )
    expect(await payments({ PUBLIC_URL: 'https://other.example' })).toMatch(
      /^problem: .*make a webhook endpoint for https:\/\/other.example/,
    )
    endpoint.enabled_events = ['invoice.paid']
    expect(await payments()).toMatch(/^problem: .*lacks these events: checkout.session.completed/)
    endpoint.enabled_events = ['*']
    endpoint.status = 'disabled'
    expect(await payments()).toMatch(/^problem: .*is disabled/)
    endpoint.status = 'enabled'
    endpoint.api_version = '2024-06-20'
    expect(await payments()).toMatch(/^notice: .*version 2024-06-20/)
    endpoint.api_version = null
    expect(await payments()).toMatch(/^ok/)
  })

  it('says with which keys notices on devices go out', async () => {
    const { publicKey, privateKey } = deriveKeys(new TextEncoder().encode('a'))
    const own = await found({ VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey })
    expect(own['Notices on devices']).toBe('ok: VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY belong together.')
    expect((await found({}))['Notices on devices']).toContain('made out of the token secret')
  })

  it('tells what is wrong with a store of pictures', async () => {
    const s3 = await startS3Server()
    const pictures = async (env: Record<string, string>) => (await found({ ...s3.env, ...env })).Pictures
    expect(await pictures({})).toMatch(/^ok: .* into the bucket pictures/)
    expect(await pictures({ S3_SECRET_ACCESS_KEY: 'x' })).toContain('refuses S3_SECRET_ACCESS_KEY')
    expect(await pictures({ S3_ACCESS_KEY_ID: 'x' })).toContain('does not know S3_ACCESS_KEY_ID')
    expect(await pictures({ S3_REGION: 'x' })).toContain('S3_REGION is not the region')
    expect(await pictures({ S3_BUCKET: 'nothing' })).toContain('no bucket nothing')
    s3.setMood('dead')
    expect(await pictures({})).toMatch(/^problem: S3_ENDPOINT/)
    expect(await pictures({ S3_ENDPOINT: `http://127.0.0.1:${await closedPort()}` })).toContain(
      'nothing answers',
    )
    await s3.close()
  })

  it.skipIf(!hasRedisServer)('tells what is wrong with Redis', async () => {
    const redis = async (REDIS_URL: string) => (await found({ REDIS_URL })).Redis
    const plain = await startRedisServer()
    expect(await redis(plain.url)).toMatch(/^ok: Redis \d/)
    expect(await redis(`${plain.url}/99`)).toMatch(/^problem: .*no database of that number/)
    await plain.kill()
    expect(await redis(plain.url)).toMatch(/^problem: REDIS_URL does not work: nothing answers/)
    const strict = await startRedisServer({ requirepass: 'right', 'maxmemory-policy': 'allkeys-lru' })
    expect(await redis(strict.url)).toMatch(/^notice: .*maxmemory-policy is allkeys-lru/)
    expect(await redis(strict.url.replace('right', 'wrong'))).toMatch(/^problem: .*password is wrong/)
    expect(await redis(strict.url.replace(':right@', ''))).toMatch(/^problem: .*wants a password/)
    const replica = await startRedisServer({ replicaof: '127.0.0.1 1' })
    expect(await redis(replica.url)).toMatch(/^problem: .*leads to a replica/)
    for (const server of [strict, replica]) await server.kill()
  })

  it('is content with a demo that needs nothing', async () => {
    const findings = await examine(readConfig({ DATA_DIR: folder }))
    expect(findings.filter(({ verdict }) => verdict === 'problem')).toEqual([])
  })
})
