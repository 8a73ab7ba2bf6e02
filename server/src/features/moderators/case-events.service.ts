import type { CaseEvent } from '@marga/contract/case-evidence'
import type { Clock, NewId } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import * as queries from './case-events.queries.ts'

type Deps = { clock: Clock; newId: NewId }
type NewEvent = {
  caseId: string
  what: CaseEvent['what']
  text?: string | undefined
  /** Null for what people who do not moderate did, and for what came of itself. */
  moderatorId: string | null
}

/** What happened in a case, for those who read it later; written in the transaction of what happened. */
export function createCaseEvents({ clock, newId }: Deps) {
  return {
    async write(tx: Tx, { text = '', ...event }: NewEvent) {
      await queries.insertCaseEvent(tx, { id: newId(), at: clock.now(), text, ...event })
    },
  }
}
export type CaseEvents = ReturnType<typeof createCaseEvents>
