import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { imageOfFile } from '../features/images/image-names.rules.ts'
import { takeBackup } from '../platform/backup/backup.ts'
import { restoreBackup } from '../platform/backup/restore.ts'
import { migrateJobs } from '../platform/jobs/jobs.ts'
import { administrate, dropDatabase, withDatabase } from './databases.ts'
import { type TestApp, testTokenSecret } from './test-app.ts'

export const migrationsFolder = join(import.meta.dirname, '../migrations')

/** A folder for backups, and empty places to restore them into; `remove` takes all of it away. */
export function createBackupPlaces() {
  const adminUrl = inject('engines').server ?? inject('engines').embedded
  const scratch = mkdtempSync(join(tmpdir(), 'marga-backup-'))
  // As root the embedded database runs as another user, who must be able to enter.
  chmodSync(scratch, 0o755)
  const made: string[] = []
  return {
    scratch,

    backUp: (test: TestApp, name: string) =>
      takeBackup({
        databaseUrl: test.databaseUrl,
        target: join(scratch, name),
        uploads: { folder: test.app.uploadsDir, imageOf: imageOfFile, areElsewhere: false },
        pagesFolder: join(scratch, 'pages'),
        tokenSecret: testTokenSecret,
        secretFile: undefined,
        now: () => test.clock.now(),
      }),

    async emptyPlace() {
      const name = `marga_restored_${randomUUID().replaceAll('-', '')}`
      await administrate(adminUrl, `create database ${name}`)
      made.push(name)
      return placeAt(scratch, withDatabase(adminUrl, name))
    },

    async remove() {
      for (const name of made) await dropDatabase(adminUrl, name)
      rmSync(scratch, { recursive: true, force: true })
    },
  }
}

function placeAt(scratch: string, databaseUrl: string) {
  const folder = mkdtempSync(join(scratch, 'place-'))
  const uploadsFolder = join(folder, 'uploads')
  const pagesFolder = join(folder, 'pages')
  return {
    databaseUrl,
    uploadsFolder,
    pagesFolder,

    async restore(backup: string, { isReplacing = false, migrations = migrationsFolder } = {}) {
      const pool = new pg.Pool({ connectionString: databaseUrl, max: 3, application_name: 'marga restore' })
      try {
        return await restoreBackup({
          pool,
          source: join(scratch, backup),
          migrationsFolder: migrations,
          migrateJobs: () => migrateJobs({ pool }),
          uploads: { folder: uploadsFolder, imageOf: imageOfFile },
          pagesFolder,
          tokenSecret: testTokenSecret,
          secretFile: join(folder, 'token.secret'),
          isReplacing,
          now: () => new Date(),
        })
      } finally {
        await pool.end()
      }
    },

    async rows<T extends object>(text: string): Promise<T[]> {
      const client = new pg.Client({ connectionString: databaseUrl })
      await client.connect()
      try {
        return (await client.query<T>(text)).rows
      } finally {
        await client.end()
      }
    },
  }
}
export type BackupPlace = ReturnType<typeof placeAt>
