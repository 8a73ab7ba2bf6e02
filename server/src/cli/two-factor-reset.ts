import { join } from 'node:path'
import { email } from '@marga/contract/accounts'
import { roles } from '@marga/contract/roles'
import { z } from 'zod'
import { readConfig } from '../config.ts'
import { resetTwoFactorOf } from '../features/accounts/two-factor.queries.ts'
import { openDatabase } from '../platform/db/database.ts'
import { startEmbeddedDatabase } from '../platform/db/embedded-database.ts'
import { migrate } from '../platform/db/migrate.ts'

const asked = z.tuple([
  z.enum(roles, `The role must be one of ${roles.join(', ')}.`),
  z.string('An email address is missing.').pipe(email),
])

/** `npm run two-step:end -- ROLE EMAIL`: lets somebody sign in by password alone, to set it up anew. */
async function main() {
  const [role, address] = asked.parse([process.argv[2], process.argv[3]])
  const config = readConfig()
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedDatabase({ dataDir: config.dataDir, log: console.log })
  const url = config.databaseUrl ?? embedded!.url
  const db = openDatabase({ url, poolSize: 2, onError: (error) => console.error(error.message) })
  try {
    await migrate(db.pool, join(import.meta.dirname, '../migrations'))
    const wasOn = await resetTwoFactorOf(db, role, address)
    if (wasOn === undefined) throw new Error(`There is no ${role} ${address}.`)
    console.log(
      wasOn
        ? `Two-step sign-in of ${role} ${address} is off.`
        : `Two-step sign-in of ${role} ${address} was not on.`,
    )
  } finally {
    await db.close()
    await embedded?.stop()
  }
}

main().catch((error: unknown) => {
  const text =
    error instanceof z.ZodError ? error.issues.map((issue) => issue.message).join(' ') : String(error)
  process.stderr.write(
    `\n  ${text}\n  Usage: npm run two-step:end -- ROLE EMAIL. With the embedded database, stop the server first.\n\n`,
  )
  process.exitCode = 1
})
