import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { limits } from '@marga/contract/limits'
import { after, type Clock, minutesMs } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { CodePurpose } from './one-time-codes.queries.ts'
import * as queries from './one-time-codes.queries.ts'

type Deps = { db: Database; clock: Clock; secret: Uint8Array }

export function createOneTimeCodes(deps: Deps) {
  return {
    make: (tx: Tx, accountId: string, purpose: CodePurpose) => make(deps, tx, accountId, purpose),
    spend: (accountId: string, purpose: CodePurpose, code: string) => spend(deps, accountId, purpose, code),
  }
}
export type OneTimeCodes = ReturnType<typeof createOneTimeCodes>

const hashOf = ({ secret }: Deps, accountId: string, purpose: CodePurpose, code: string) =>
  createHmac('sha256', secret).update(`code\0${accountId}\0${purpose}\0${code}`).digest()

/** Replaces the account's code. @returns the new one, or undefined when too many were made this hour */
async function make(
  deps: Deps,
  tx: Tx,
  accountId: string,
  purpose: CodePurpose,
): Promise<string | undefined> {
  const now = deps.clock.now()
  const code = randomInt(0, 1_000_000).toString().padStart(6, '0')
  const made = await queries.replaceCode(
    tx,
    {
      accountId,
      purpose,
      codeHash: hashOf(deps, accountId, purpose, code),
      expiresAt: after(now, minutesMs(limits.otpMinutes)),
    },
    now,
  )
  return made && code
}

/**
 * Whether this is the account's code. The try is spent, in a transaction of its own, before anything is
 * compared, so that guesses in parallel cannot share one; the right code works once.
 */
async function spend(deps: Deps, accountId: string, purpose: CodePurpose, code: string): Promise<boolean> {
  const { db, clock } = deps
  const spent = await queries.spendTry(db.query, accountId, purpose, clock.now())
  const hash = hashOf(deps, accountId, purpose, code)
  if (!spent || !timingSafeEqual(spent.codeHash, hash)) return false
  const used = await queries.exhaustCode(
    db.query,
    { accountId, purpose, codeHash: spent.codeHash },
    clock.now(),
  )
  return Boolean(used)
}
