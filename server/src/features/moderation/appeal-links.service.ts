import { randomBytes } from 'node:crypto'
import { appealDays } from '@marga/contract/case-states'
import { after, type Clock, daysMs, type NewId } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import { hashToken } from '../accounts/refresh-tokens.rules.ts'
import { insertAppeal } from './sanctions.queries.ts'

type Deps = { clock: Clock; newId: NewId; publicUrl: () => string }

/** The link in a decision's mail by which whoever it is about appeals, without signing in. */
export function createAppealLinks({ clock, newId, publicUrl }: Deps) {
  return {
    async create(tx: Tx, of: { accountId: string; decidedBy: string }) {
      const token = randomBytes(24).toString('base64url')
      const now = clock.now()
      const id = newId()
      await insertAppeal(tx, {
        id,
        ...of,
        tokenHash: hashToken(token),
        createdAt: now,
        expiresAt: after(now, daysMs(appealDays)),
      })
      return { id, url: `${publicUrl()}/appeal?token=${token}` }
    },
  }
}
export type AppealLinks = ReturnType<typeof createAppealLinks>
