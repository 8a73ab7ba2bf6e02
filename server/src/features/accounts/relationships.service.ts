import type { Member } from '../../platform/actor.ts'
import type { Database } from '../../platform/db/database.ts'
import { isListed } from './listing-fragments.queries.ts'
import * as queries from './relationships.queries.ts'

/** Who may be shown to whom by name and picture. An id alone, however somebody came by it, shows nobody. */
export function createRelationships({ db }: { db: Database }) {
  /** Had an enrollment, a booking or a conversation with each other. */
  async function had(actor: Member, otherId: string): Promise<boolean> {
    for (const table of queries.relationTables)
      if (await queries.hasRowOfBoth(db.query, table, actor, otherId)) return true
    return false
  }

  /** Mentors are listed for everybody; mentees are seen by those they had to do with. */
  const isListedFor = async (actor: Member, personId: string): Promise<boolean> =>
    actor.role === 'mentee' && (await isListed(db.query, personId))

  return {
    had,
    isListedFor,
    /** Whether the person may be shown to the caller at all. */
    canSee: async (actor: Member, personId: string): Promise<boolean> =>
      (await had(actor, personId)) || (await isListedFor(actor, personId)),
  }
}
export type Relationships = ReturnType<typeof createRelationships>
