import pg from 'pg'
import { expect, it } from 'vitest'
import { startTestApp } from '../../testing/test-app.ts'
import { reportPoolErrors } from './pool-errors.ts'

it('reports a connection that breaks, but none that breaks because the product stops', async () => {
  const test = await startTestApp()
  try {
    const { connectionString } = test.app.db.pool.options
    const pool = new pg.Pool({ connectionString: connectionString!, max: 1 })
    const reports: string[] = []
    reportPoolErrors(pool, ({ message }) => void reports.push(message))
    const client = await pool.connect()
    client.emit('error', new Error('gone'))
    expect(reports).toEqual(['gone'])
    client.release()
    await pool.end()
    client.emit('error', new Error('terminating connection due to administrator command'))
    expect(reports).toEqual(['gone'])
  } finally {
    await test.close()
  }
})
