import { caseKinds, sanctionKinds } from '@marga/contract/case-states'
import { after, type Clock, daysMs } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { countOpen } from './cases.queries.ts'
import * as queries from './desk.queries.ts'

const countedDays = 90

/** How the moderators' work stands. */
export function createDesk({ db, clock }: { db: Database; clock: Clock }) {
  return {
    async figures() {
      const now = clock.now()
      const open = await countOpen(db.query, now)
      const decided = await queries.countDecided(db.query, after(now, -daysMs(countedDays)))
      const sanctions = await queries.countSanctions(db.query)
      return {
        kinds: caseKinds.map((kind) => {
          const waiting = open.find((one) => one.kind === kind)
          const done = decided.find((one) => one.kind === kind)
          return {
            kind,
            waiting: waiting?.total ?? 0,
            overdue: waiting?.overdue ?? 0,
            decided: done?.decided ?? 0,
            medianHours: done?.medianHours ?? null,
          }
        }),
        appeals: await queries.countAppeals(db.query),
        sanctions: sanctionKinds.map((kind) => ({
          kind,
          active: sanctions.find((one) => one.kind === kind)?.active ?? 0,
          lifted: sanctions.find((one) => one.kind === kind)?.lifted ?? 0,
        })),
      }
    },
  }
}
export type Desk = ReturnType<typeof createDesk>
