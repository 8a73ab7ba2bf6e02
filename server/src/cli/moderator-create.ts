import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { email, newPassword } from '@marga/contract/accounts'
import { compose } from '../compose.ts'
import { readConfig } from '../config.ts'
import { openDatabase } from '../platform/db/database.ts'
import { startEmbeddedDatabase } from '../platform/db/embedded-database.ts'
import { migrate } from '../platform/db/migrate.ts'
import { createLog } from '../platform/log.ts'
import { generatedSecret } from '../platform/secrets.ts'

/** `npm run moderator:create -- EMAIL [PASSWORD]`; what is missing is asked for. */
async function main() {
  const config = readConfig()
  const answers = await ask(process.argv.slice(2))
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedDatabase({ dataDir: config.dataDir, log: console.log })
  const databaseUrl = config.databaseUrl ?? embedded!.url
  const log = createLog('error')
  const db = openDatabase({ url: databaseUrl, poolSize: 2, onError: (error) => log.error({ err: error }) })
  await migrate(db.pool, join(import.meta.dirname, '../../src/migrations'))
  const tokenSecret = config.tokenSecret ?? (await generatedSecret(config.dataDir, 'token'))
  const app = compose({ config, db, databaseUrl, tokenSecret, log, publicUrl: () => '' })
  try {
    const isNew = await app.accounts.createModerator(answers)
    console.log(
      isNew
        ? `Moderator ${answers.email} is created.`
        : `Moderator ${answers.email} exists already, nothing changed.`,
    )
  } finally {
    await app.closeListener()
    await app.closeRedis()
    await db.close()
    await embedded?.stop()
  }
}

async function ask(given: string[]) {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return {
      email: email.parse(given[0] ?? (await terminal.question('Email: '))),
      password: newPassword.parse(given[1] ?? (await terminal.question('Password (8 to 128 characters): '))),
    }
  } finally {
    terminal.close()
  }
}

main().catch((error: unknown) => {
  const isZod = error instanceof Error && 'issues' in error
  const text = isZod
    ? (error as unknown as { issues: { message: string }[] }).issues.map((i) => i.message).join('; ')
    : String(error)
  process.stderr.write(
    `\n  ${text}\n  If the server is running on this data folder, stop it first or set MODERATOR_EMAIL and MODERATOR_PASSWORD.\n\n`,
  )
  process.exitCode = 1
})
