import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { email, newPassword } from '@marga/contract/accounts'
import { compose } from '../compose.ts'
import { type Config, readConfig } from '../config.ts'
import { openDatabase } from '../platform/db/database.ts'
import { startEmbeddedDatabase } from '../platform/db/embedded-database.ts'
import { migrate } from '../platform/db/migrate.ts'
import { createLog } from '../platform/log.ts'
import { generatedSecret } from '../platform/secrets.ts'

/** `npm run moderator:create -- EMAIL [PASSWORD]`; what is missing is asked for. */
async function main() {
  const config = readConfig()
  // First, since it is refused while the server runs: nobody should type a password for nothing.
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedDatabase({ dataDir: config.dataDir, log: console.log })
  try {
    await make(config, config.databaseUrl ?? embedded!.url)
  } finally {
    await embedded?.stop()
  }
}

async function make(config: Config, databaseUrl: string) {
  const credentials = await ask(process.argv.slice(2))
  const log = createLog('error')
  const db = openDatabase({ url: databaseUrl, poolSize: 2, onError: (error) => log.error({ err: error }) })
  await migrate(db.pool, join(import.meta.dirname, '../../src/migrations'))
  const tokenSecret = config.tokenSecret ?? (await generatedSecret(config.dataDir, 'token'))
  const app = compose({ config, db, databaseUrl, tokenSecret, log, publicUrl: () => '' })
  try {
    const isNew = await app.accounts.createModerator(credentials)
    console.log(
      isNew
        ? `Moderator ${credentials.email} is created.`
        : `Moderator ${credentials.email} exists already, nothing changed.`,
    )
  } finally {
    await app.closeListener()
    await app.closeRedis()
    await db.close()
  }
}

async function ask(given: string[]) {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const ending = new AbortController()
  // Ctrl-C, or nobody there to type: the database that was started for this must not wait for ever.
  for (const event of ['SIGINT', 'close'] as const) terminal.once(event, () => ending.abort())
  const question = (text: string) =>
    terminal.question(text, { signal: ending.signal }).catch(() => {
      throw new Error('No moderator was made, since that was not answered.')
    })
  try {
    return {
      email: email.parse(given[0] ?? (await question('Email: '))),
      password: newPassword.parse(given[1] ?? (await question('Password (8 to 128 characters): '))),
    }
  } finally {
    terminal.close()
  }
}

main().catch((error: unknown) => {
  const isZod = error instanceof Error && 'issues' in error
  const text = isZod
    ? (error as unknown as { issues: { message: string }[] }).issues.map((i) => i.message).join('; ')
    : error instanceof Error
      ? error.message
      : String(error)
  process.stderr.write(
    `\n  ${text}\n  If the server is running on this data folder, stop it first or set MODERATOR_EMAIL and MODERATOR_PASSWORD.\n\n`,
  )
  process.exitCode = 1
})
