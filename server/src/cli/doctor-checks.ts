import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import pg from 'pg'
import type { Config } from '../config.ts'
import { isPublicAddress } from '../config-dangers.ts'
import { callbackPath } from '../features/accounts/google-sign-in.service.ts'
import { findReasonNotToServe } from '../installation-database.ts'
import { connectTimeoutMs } from '../platform/db/connect-timeout.ts'
import { openDatabase } from '../platform/db/database.ts'
import { sharedConnectionsText, sharesConnections } from '../platform/db/pooler-detection.ts'
import { createOpenIdProvider } from '../platform/identity/open-id-provider.ts'
import { createDiskStore } from '../platform/images/disk-store.ts'
import { createS3Store } from '../platform/images/s3-store.ts'
import { createSmtpTransport } from '../platform/mail/smtp-transport.ts'
import { defaultTimeouts } from '../platform/timeouts.ts'
import { type Check, type Finding, type Found, notice, ok, plain, problem } from './doctor-findings.ts'
import { checkRedis } from './doctor-redis.ts'
import { checkStripe } from './doctor-stripe.ts'

const oldestPostgres = 15
/** Those that the migrations create. */
const extensions = ['btree_gist', 'pg_trgm']
const answerWithinMs = 5_000
const undefinedTable = '42P01'

/** Each piece by itself, in the order in which an operator sets them. */
const checks: [piece: string, check: Check][] = [
  ['Address', checkAddress],
  ['Data folder', checkDataFolder],
  ['Database', checkDatabase],
  ['Redis', checkRedis],
  ['Background jobs', checkJobs],
  ['Payments', (config) => checkStripe(config, publicUrlOf(config))],
  ['Pictures', checkImages],
  ['Mail', checkMail],
  ['Sign-in with Google', checkGoogle],
  ['Notices on devices', checkPush],
  ['Video', checkTurn],
]

/** Asks every service that the configuration names. Changes nothing anywhere, but for making the data folder where it is missing. */
export async function examine(config: Config): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [piece, check] of checks) findings.push({ piece, ...(await check(config)) })
  return findings
}

export const publicUrlOf = (config: Config) => config.publicUrl ?? `http://localhost:${config.port}`

function checkAddress(config: Config): Found {
  const { protocol, hostname } = new URL(publicUrlOf(config))
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  if (!config.publicUrl) {
    const words = `PUBLIC_URL is not set: mails and redirects lead to ${publicUrlOf(config)}.`
    return config.isDemo ? ok(words) : notice(`${words} Set it to the address that people use.`)
  }
  if (protocol !== 'https:' && !isLocal) {
    return problem(
      `PUBLIC_URL is ${config.publicUrl}: people's passwords would travel unencrypted, and browsers give no camera to such a page. It must begin with https://.`,
    )
  }
  if (config.isDemo && isPublicAddress(config.publicUrl)) {
    return notice(
      `DEMO_IN_PUBLIC: everybody who finds ${config.publicUrl} can sign in as a moderator by the passwords on its page.`,
    )
  }
  return ok(`People reach it at ${config.publicUrl}.`)
}

async function checkDataFolder({ dataDir }: Config): Promise<Found> {
  const folder = resolve(dataDir)
  const probe = join(folder, `.doctor-${process.pid}`)
  try {
    await mkdir(folder, { recursive: true })
    await writeFile(probe, '')
    await rm(probe)
    return ok(`${folder} can be written to.`)
  } catch (error) {
    return problem(`${folder} (DATA_DIR) cannot be written to: ${plain(error)}`)
  }
}

async function checkDatabase(config: Config): Promise<Found> {
  const { databaseUrl } = config
  if (!databaseUrl) return checkEmbeddedDatabase(config)
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: connectTimeoutMs(databaseUrl),
    query_timeout: answerWithinMs,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const found = await inspectDatabase(client)
    if (found.verdict === 'ok' && (await sharesConnections(databaseUrl)))
      return problem(sharedConnectionsText)
    const reason = found.verdict === 'ok' ? await lookInside(config, databaseUrl) : undefined
    return reason ? problem(`The product does not start: ${reason}`) : found
  } catch (error) {
    return problem(`DATABASE_URL does not work: ${plain(error)}`)
  } finally {
    await client.end().catch(() => {})
  }
}

/** It is the product's to start; what the demo has left beside it is seen without. */
function checkEmbeddedDatabase({ isDemo, dataDir }: Config): Found {
  if (!isDemo && existsSync(resolve(dataDir, 'uploads/demo')))
    return notice(
      'The embedded PostgreSQL. DATA_DIR holds pictures of the demo: if its database was the demo’s, too, the product does not start with DEMO=0. Use another DATA_DIR.',
    )
  return ok('The embedded PostgreSQL: it starts and stops with the product.')
}

async function lookInside(config: Config, url: string): Promise<string | undefined> {
  const db = openDatabase({ url, poolSize: 1, onError: () => {} })
  try {
    return await findReasonNotToServe(db.query, config)
  } catch (error) {
    // Where there are no tables yet, nothing is left in them.
    if (error instanceof pg.DatabaseError && error.code === undefinedTable) return undefined
    throw error
  } finally {
    await db.close()
  }
}

async function inspectDatabase(client: pg.Client): Promise<Found> {
  const { rows } = await client.query<{
    version: number
    name: string
    lacking: string[]
    canCreate: boolean
  }>(
    `select current_setting('server_version_num')::int / 10000 as version,
    current_setting('server_version') as name,
    array(select needed from unnest($1::text[]) needed
      where not exists (select from pg_extension where extname = needed)
        and not (exists (select from pg_available_extensions where name = needed)
          and has_database_privilege(current_database(), 'create'))) as lacking,
    has_schema_privilege('public', 'create') as "canCreate"`,
    [extensions],
  )
  const { version, name, lacking, canCreate } = rows[0]!
  if (version < oldestPostgres) {
    return problem(`It is PostgreSQL ${name}; ${oldestPostgres} or later is needed.`)
  }
  if (!canCreate) return problem('The role of DATABASE_URL may not create tables in the schema public.')
  if (lacking.length > 0) {
    const statements = lacking.map((extension) => `create extension ${extension}`).join('; ')
    return problem(
      `Extensions are missing that the role of DATABASE_URL may not create; let an administrator run: ${statements}`,
    )
  }
  return ok(`PostgreSQL ${name} answers, and has what is needed.`)
}

function checkJobs({ hasJobs }: Config): Found {
  return hasJobs
    ? ok('They are done beside the pages.')
    : notice(
        'JOBS=off: no mail, no refund and no reminder goes out. That is for a copy that somebody looks at.',
      )
}

async function checkImages({ s3, cloudinary, dataDir }: Config): Promise<Found> {
  if (cloudinary) {
    return ok(
      `Browsers upload straight to the cloud ${cloudinary.cloudName} of Cloudinary. Whether the preset ${cloudinary.uploadPreset} takes unsigned uploads shows at the first one.`,
    )
  }
  const folder = resolve(dataDir, 'uploads')
  try {
    await (s3 ? createS3Store(s3) : createDiskStore({ folder })).verify()
    return ok(
      s3 ? `${s3.endpoint} takes pictures into the bucket ${s3.bucket}.` : `They are kept in ${folder}.`,
    )
  } catch (error) {
    return problem(
      s3
        ? `S3_ENDPOINT ${s3.endpoint} does not work: ${plain(error)}`
        : `${folder} cannot be written to: ${plain(error)}`,
    )
  }
}

async function checkMail(config: Config): Promise<Found> {
  if (!config.smtp) {
    return config.isDemo
      ? ok('No SMTP_URL: mail is shown at /sandbox/mail.')
      : notice('No SMTP_URL: no mail goes out. Nobody can set a new password or confirm an address.')
  }
  const transport = createSmtpTransport(config.smtp)
  try {
    await transport.verify()
    // Whether it takes mail of this address is seen at the first one, and no earlier.
    const takes = `The server answers and lets Marga in; mail goes out from ${config.smtp.from}`
    const { url, isTlsRequired } = config.smtp
    const isOpen = !isTlsRequired && url.startsWith('smtp:') && isPublicAddress(url)
    return isOpen
      ? notice(`${takes}. By SMTP_TLS=off it goes there in the open, through networks of others.`)
      : ok(`${takes}.`)
  } catch (error) {
    return problem(`SMTP_URL does not work: ${plain(error)}`)
  } finally {
    await transport.close()
  }
}

async function checkGoogle(config: Config): Promise<Found> {
  if (!config.google) {
    return config.isDemo
      ? ok('No keys: a stand-in at /sandbox/google serves.')
      : ok('No keys: the button is not shown.')
  }
  const redirectUri = `${publicUrlOf(config)}${callbackPath}`
  try {
    await createOpenIdProvider(config.google, defaultTimeouts).discover()
    return ok(`${config.google.issuer} answers. ${redirectUri} must be among its authorized redirect URIs.`)
  } catch (error) {
    return problem(`GOOGLE_ISSUER ${config.google.issuer} does not work: ${plain(error)}`)
  }
}

function checkPush({ push }: Config): Found {
  if (!push.keys) {
    return ok(
      'The key is made out of the token secret; when that changes, people have to switch notices on again.',
    )
  }
  return ok('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY belong together.')
}

function checkTurn({ turn }: Config): Found {
  if (!turn) {
    return notice('No TURN_URLS: sessions need a direct connection, which some office networks do not allow.')
  }
  return ok(`${turn.urls.join(', ')} will be offered. Whether it relays shows in a session only.`)
}
