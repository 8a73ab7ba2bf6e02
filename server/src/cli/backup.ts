import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Config, readConfig } from '../config.ts'
import { hasDemoModerator } from '../demo/demo-remains.queries.ts'
import { imageOfFile } from '../features/images/image-names.rules.ts'
import { takeBackup } from '../platform/backup/backup.ts'
import type { Manifest } from '../platform/backup/manifest.ts'
import { systemClock } from '../platform/clock.ts'
import { openDatabase } from '../platform/db/database.ts'
import { findOrStartEmbeddedDatabase, hasEmbeddedDatabase } from '../platform/db/embedded-database.ts'
import { generatedSecret, secretPath } from '../platform/secrets.ts'
import { sayDatabase } from './database-name.ts'
import { endBySignal } from './end-by-signal.ts'

/** `npm run db:backup [-- FOLDER]`: beside a server that is running, or without one. */
async function main() {
  const { positionals } = parseArgs({ allowPositionals: true })
  const config = readConfig()
  sayDatabase(config)
  endBySignal()
  const name = `marga-${systemClock.now().toISOString().slice(0, 19).replaceAll(':', '-')}`
  const target = resolve(positionals[0] ?? join(config.dataDir, 'backups', name))
  const embedded = config.databaseUrl ? undefined : await findEmbedded(config.dataDir)
  const databaseUrl = config.databaseUrl ?? embedded!.url
  try {
    const begunMs = performance.now()
    const manifest = await takeBackup({
      databaseUrl,
      target,
      uploads: {
        folder: resolve(config.dataDir, 'uploads'),
        imageOf: imageOfFile,
        areElsewhere: config.s3 !== undefined,
      },
      pagesFolder: resolve(config.dataDir, 'pages'),
      tokenSecret: config.tokenSecret ?? (await generatedSecret(config.dataDir, 'token')),
      secretFile: config.tokenSecret ? undefined : secretPath(config.dataDir, 'token'),
      now: () => systemClock.now(),
    })
    const seconds = (performance.now() - begunMs) / 1000
    report(manifest, { config, target, seconds, isOfDemo: await isDemo(databaseUrl) })
  } finally {
    await embedded?.stop()
  }
}

/** An empty one is not made for this: it would be carried away each night in place of the one that was meant. */
function findEmbedded(dataDir: string) {
  if (!hasEmbeddedDatabase(dataDir))
    throw new Error(
      `There is no embedded database in ${resolve(dataDir)}, and DATABASE_URL is not set. Give this command the variables of the server.`,
    )
  return findOrStartEmbeddedDatabase({ dataDir, log: () => {} })
}

async function isDemo(url: string): Promise<boolean> {
  const db = openDatabase({ url, poolSize: 1, onError: () => {} })
  try {
    return await hasDemoModerator(db.query)
  } catch {
    // The backup is there: that this cannot be asked says nothing against it.
    return false
  } finally {
    await db.close()
  }
}

type About = { config: Config; target: string; seconds: number; isOfDemo: boolean }

function report(manifest: Manifest, { config, target, seconds, isOfDemo }: About) {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0)
  const pictures = manifest.files.filter(({ path }) => path.startsWith('uploads/')).length
  console.log(
    `\n  The backup is in ${target}\n  ${rows} rows of ${manifest.tables.length} tables, ${pictures} picture files, ` +
      `${(bytes / 2 ** 20).toFixed(1)} MB, after ${seconds.toFixed(1)} s.`,
  )
  if (isOfDemo)
    console.log(
      '  It is a backup of the demo, whose people nobody needs. Was another database meant? Then give this command the variables of the server.',
    )
  if (config.s3)
    console.log('  Pictures are in the store that speaks S3 and are not in it: keep versions of that bucket.')
  else if (manifest.missingPictures > 0)
    console.log(`  ${manifest.missingPictures} pictures of which the database tells are not in the folder.`)
  console.log(
    config.tokenSecret
      ? '  TOKEN_SECRET is not in it: keep it where you keep secrets.'
      : '  It holds the secret by which sessions are signed.',
  )
  console.log('  It holds personal data. Move it to another machine, and keep it closed.\n')
}

main().catch((error: unknown) => {
  process.stderr.write(
    `\n  No backup was made. ${error instanceof Error ? error.message : String(error)}\n\n`,
  )
  process.exitCode = 1
})
