import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { createMailCaps } from './mail-caps.ts'
import { type ClaimedMail, claimMails } from './mail-queue.queries.ts'

type Deps = { db: Database; clock: Clock; factor: number }
type Batch = { mailIds: Set<string>; claimed: Promise<Map<string, ClaimedMail>> }

/**
 * Lets mails through or holds them back, and claims those that may go out, by one transaction that has committed when
 * it answers. Jobs that ask while one is under way are answered together by the next.
 */
export function createMailClaims(deps: Deps) {
  const { db, clock } = deps
  const caps = createMailCaps(deps)
  let next: Batch | undefined
  let underWay: Promise<unknown> = Promise.resolve()

  async function claimAll(mailIds: readonly string[]) {
    const claimed = await db.transact(async (tx) => {
      await caps.admit(tx, mailIds)
      return claimMails(tx, mailIds, clock.now())
    })
    return new Map(claimed.map((mail) => [mail.id, mail]))
  }

  function beginBatch(): Batch {
    const mailIds = new Set<string>()
    const claimed = underWay.then(() => {
      next = undefined
      return claimAll([...mailIds])
    })
    // Those who wait hear that it failed; the batch after it goes on.
    underWay = claimed.catch(() => {})
    return { mailIds, claimed }
  }

  return {
    /** @returns those that the caller is to send now; of two who ask for the same mail, one gets it */
    async claim(mailIds: readonly string[]): Promise<ClaimedMail[]> {
      next ??= beginBatch()
      for (const id of mailIds) next.mailIds.add(id)
      return takeFrom(await next.claimed, mailIds)
    },
  }
}

/** Out of the map, so that nobody else is handed the same. */
function takeFrom(mails: Map<string, ClaimedMail>, ids: readonly string[]): ClaimedMail[] {
  return ids.flatMap((id) => {
    const mail = mails.get(id)
    mails.delete(id)
    return mail ? [mail] : []
  })
}
