import { randomBytes } from 'node:crypto'
import pg from 'pg'

const adminUrl = () => process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

/** Runs one statement on a connection of its own. @throws what the database says, also where it ends meanwhile */
export async function runSql<T extends object>(url: string, text: string, values?: unknown[]): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  // A database that ends fails the statement, and is told once more here: unheard, that would end the whole test.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<T>(text, values)).rows
  } finally {
    await client.end()
  }
}

const administrate = (statement: string) => runSql(adminUrl(), statement)

const nameOf = (url: string) => new URL(url).pathname.slice(1)

/** @param template the address of a database that nobody is connected to, to be copied */
export async function makeDatabase(template?: string): Promise<string> {
  const url = new URL(adminUrl())
  url.pathname = `/marga_journey_${process.pid}_${randomBytes(4).toString('hex')}`
  // Other work on the machine fails no journey: a request waits for a connection for as long as a person is waited for.
  url.searchParams.set('connect_timeout', '60')
  await administrate(
    `create database ${nameOf(url.href)}${template ? ` template ${nameOf(template)} strategy file_copy` : ''}`,
  )
  return url.href
}

export const dropDatabase = (url: string) => administrate(`drop database ${nameOf(url)} with (force)`)
