import type pg from 'pg'
import { endWhenSilent } from './silent-connections.ts'

/**
 * Reports connections that break; an idle one would end the process otherwise. Nothing is reported once the pool is
 * ended: it does not wait until its connections have gone, and a database that stops next breaks what is left of them.
 */
export function reportPoolErrors(pool: pg.Pool, report: (error: Error) => void): void {
  const note = (error: Error) => {
    if (!pool.ending) report(error)
  }
  pool.on('error', note)
  pool.on('connect', (client) => {
    client.on('error', note)
    endWhenSilent(client)
  })
}
