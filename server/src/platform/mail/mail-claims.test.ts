import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import type { Database } from '../db/database.ts'
import { createMailClaims } from './mail-claims.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const content = { subject: 'Hello', preview: 'Hello', greeting: 'Dear Asha,', paragraphs: ['A word.'] }

async function write(count: number) {
  const recipient = `${crypto.randomUUID()}@example.com`
  const { db, mails } = test.app
  const mail = { to: { email: recipient, isEmailVerified: true }, kind: 'booked', content } as const
  await db.transact((tx) => mails.addAll(tx, Array(count).fill(mail)))
  const rows = await db.query.selectFrom('mail').select('id').where('recipient', '=', recipient).execute()
  return rows.map(({ id }) => id)
}

/** @param refuse whether the transaction of that number fails */
function claimsOf(refuse = (_number: number) => false) {
  let transactions = 0
  const db = {
    transact: (work) => {
      transactions++
      return refuse(transactions) ? Promise.reject(new Error('no database')) : test.app.db.transact(work)
    },
  } as Pick<Database, 'transact'> as Database
  const claims = createMailClaims({ db, clock: test.clock, factor: 1 })
  return { claims, transactions: () => transactions }
}

describe('claims of mails', () => {
  it('of one moment share a transaction, and each asker gets what it asked for', async () => {
    const ids = await write(3)
    const { claims, transactions } = claimsOf()
    const claimed = await Promise.all(ids.map((id) => claims.claim([id])))
    expect(claimed.map((mails) => mails.map(({ id }) => id))).toEqual(ids.map((id) => [id]))
    expect(transactions()).toBe(1)
  })

  it('give a mail that two ask for to one of them', async () => {
    const ids = await write(2)
    const { claims } = claimsOf()
    const claimed = (await Promise.all([claims.claim(ids), claims.claim(ids)])).flat()
    expect(claimed.map(({ id }) => id).sort()).toEqual([...ids].sort())
    expect(await claims.claim(ids)).toEqual([])
  })

  it('that failed fail for all who waited, and the next goes on', async () => {
    const ids = await write(2)
    const { claims } = claimsOf((number) => number === 1)
    const first = await Promise.allSettled(ids.map((id) => claims.claim([id])))
    expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await claims.claim(ids)).toHaveLength(2)
  })
})
