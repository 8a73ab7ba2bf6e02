import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { imageOfFile } from '../features/images/image-names.rules.ts'
import { takeBackup } from '../platform/backup/backup.ts'
import { systemClock } from '../platform/clock.ts'
import { findOrStartEmbeddedDatabase } from '../platform/db/embedded-database.ts'
import { generatedSecret, secretPath } from '../platform/secrets.ts'

/** `npm run db:backup [-- FOLDER]`: beside a server that is running, or without one. */
async function main() {
  const { positionals } = parseArgs({ allowPositionals: true })
  const config = readConfig()
  const name = `marga-${systemClock.now().toISOString().slice(0, 19).replaceAll(':', '-')}`
  const target = resolve(positionals[0] ?? join(config.dataDir, 'backups', name))
  const embedded = config.databaseUrl
    ? undefined
    : await findOrStartEmbeddedDatabase({ dataDir: config.dataDir, log: () => {} })
  try {
    const begunMs = performance.now()
    const manifest = await takeBackup({
      databaseUrl: config.databaseUrl ?? embedded!.url,
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
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0)
    const pictures = manifest.files.filter(({ path }) => path.startsWith('uploads/')).length
    console.log(
      `\n  The backup is in ${target}\n  ${rows} rows of ${manifest.tables.length} tables, ${pictures} picture files, ` +
        `${(bytes / 2 ** 20).toFixed(1)} MB, after ${((performance.now() - begunMs) / 1000).toFixed(1)} s.`,
    )
    if (config.s3)
      console.log(
        '  Pictures are in the store that speaks S3 and are not in it: keep versions of that bucket.',
      )
    else if (manifest.missingPictures > 0)
      console.log(`  ${manifest.missingPictures} pictures of which the database tells are not in the folder.`)
    console.log(
      config.tokenSecret
        ? '  TOKEN_SECRET is not in it: keep it where you keep secrets.'
        : '  It holds the secret by which sessions are signed.',
    )
    console.log('  It holds personal data. Move it to another machine, and keep it closed.\n')
  } finally {
    await embedded?.stop()
  }
}

main().catch((error: unknown) => {
  process.stderr.write(
    `\n  No backup was made. ${error instanceof Error ? error.message : String(error)}\n\n`,
  )
  process.exitCode = 1
})
