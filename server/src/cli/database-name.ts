import { resolve } from 'node:path'
import pg from 'pg'
import type { Config } from '../config.ts'

type Asked = Pick<Config, 'databaseUrl' | 'dataDir'>
const usualPort = 5432

/** For whoever runs a command with fewer variables than the server has: which database that is. Never with its password. */
export function nameDatabase({ databaseUrl, dataDir }: Asked): string {
  if (!databaseUrl) return `the embedded database in ${resolve(dataDir)}`
  const { host, port, database } = new pg.Client({ connectionString: databaseUrl })
  return `${host}${port === usualPort ? '' : `:${port}`}/${database}`
}

export const sayDatabase = (asked: Asked) => console.log(`\n  Database: ${nameDatabase(asked)}`)
