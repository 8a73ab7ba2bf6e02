import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import pg from 'pg'
import type { Config } from '../config.ts'
import { callbackPath } from '../features/accounts/google-sign-in.service.ts'
import { createOpenIdProvider } from '../platform/identity/open-id-provider.ts'
import { createSmtpTransport } from '../platform/mail/smtp-transport.ts'

export type Finding = {
  piece: string
  /** `notice` is worth knowing and stops nobody. */
  verdict: 'ok' | 'notice' | 'problem'
  words: string
}
type Found = Omit<Finding, 'piece'>
type Check = (config: Config) => Promise<Found> | Found

const ok = (words: string): Found => ({ verdict: 'ok', words })
const notice = (words: string): Found => ({ verdict: 'notice', words })
const problem = (words: string): Found => ({ verdict: 'problem', words })

const oldestPostgres = 15
const connectTimeoutMs = 5_000

/** Each piece by itself, in the order in which an operator sets them. */
const checks: [piece: string, check: Check][] = [
  ['Address', checkAddress],
  ['Data folder', checkDataFolder],
  ['Database', checkDatabase],
  ['Mail', checkMail],
  ['Sign-in with Google', checkGoogle],
  ['Video', checkTurn],
]

/** Asks every service that the configuration names. Changes nothing anywhere. */
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

async function checkDatabase({ databaseUrl }: Config): Promise<Found> {
  if (!databaseUrl) return ok('The embedded PostgreSQL: it starts and stops with the product.')
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: connectTimeoutMs,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return await inspectDatabase(client)
  } catch (error) {
    return problem(`DATABASE_URL does not work: ${plain(error)}`)
  } finally {
    await client.end().catch(() => {})
  }
}

async function inspectDatabase(client: pg.Client): Promise<Found> {
  const { rows } = await client.query<{
    version: number
    name: string
    hasExtension: boolean
    canInstall: boolean
    canCreate: boolean
  }>(`select current_setting('server_version_num')::int / 10000 as version,
    current_setting('server_version') as name,
    exists (select from pg_extension where extname = 'btree_gist') as "hasExtension",
    exists (select from pg_available_extensions where name = 'btree_gist')
      and has_database_privilege(current_database(), 'create') as "canInstall",
    has_schema_privilege('public', 'create') as "canCreate"`)
  const { version, name, hasExtension, canInstall, canCreate } = rows[0]!
  if (version < oldestPostgres) {
    return problem(`It is PostgreSQL ${name}; ${oldestPostgres} or later is needed.`)
  }
  if (!canCreate) return problem('The role of DATABASE_URL may not create tables in the schema public.')
  if (!hasExtension && !canInstall) {
    return problem(
      'The extension btree_gist is missing, and the role of DATABASE_URL may not create it. Let an administrator run: create extension btree_gist',
    )
  }
  return ok(`PostgreSQL ${name} answers, and has what is needed.`)
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
    return ok(`The server takes mail from ${config.smtp.from}.`)
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
    await createOpenIdProvider(config.google).discover()
    return ok(`${config.google.issuer} answers. ${redirectUri} must be among its authorized redirect URIs.`)
  } catch (error) {
    return problem(`GOOGLE_ISSUER ${config.google.issuer} does not work: ${plain(error)}`)
  }
}

function checkTurn({ turn }: Config): Found {
  if (!turn) {
    return notice('No TURN_URLS: sessions need a direct connection, which some office networks do not allow.')
  }
  const wrong = turn.urls.filter(
    (url) => !/^(turns?|stuns?):[^\s/:?]+(:\d{1,5})?(\?transport=(udp|tcp))?$/.test(url),
  )
  if (wrong.length > 0) {
    return problem(`TURN_URLS: ${wrong.join(', ')} is not of the form turn:host:port?transport=udp.`)
  }
  return ok(`${turn.urls.join(', ')} will be offered. Whether it relays shows in a session only.`)
}

const sentences: Record<string, string> = {
  ECONNREFUSED: 'nothing answers at that address and port.',
  ENOTFOUND: 'the name of the server is not known.',
  EAI_AGAIN: 'the name of the server cannot be looked up now.',
  EDNS: 'the name of the server cannot be looked up.',
  ETIMEDOUT: 'the server did not answer in time.',
  ECONNECTION: 'the connection broke.',
  EAUTH: 'the server refuses the user or the password.',
  EACCES: 'the permission is missing.',
  EEXIST: 'a file is in the way.',
  ENOTDIR: 'a file is in the way.',
  EROFS: 'the file system is read-only.',
  '28P01': 'the password is wrong.',
  '28000': 'the server refuses this user.',
  '3D000': 'there is no such database.',
}

/** In a person's words where the code is known, else what the library said, innermost first. */
function plain(error: unknown): string {
  let innermost: unknown = error
  const codes: string[] = []
  while (innermost instanceof Error) {
    const { code } = innermost as { code?: unknown }
    if (typeof code === 'string') codes.unshift(code)
    if (!(innermost.cause instanceof Error)) break
    innermost = innermost.cause
  }
  const message = innermost instanceof Error ? innermost.message : String(innermost)
  // Some libraries wrap the system's error and keep its code in the message only.
  const inMessage = /\bE[A-Z]{4,}\b/.exec(message)?.[0]
  const known = [...codes, inMessage ?? ''].map((code) => sentences[code]).find(Boolean)
  if (known) return known
  return message || codes[0] || 'the reason is unknown.'
}
