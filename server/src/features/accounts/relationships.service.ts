import type { Actor } from '../../platform/actor.ts'
import type { Database } from '../../platform/db/database.ts'

type Member = Actor<'mentee' | 'mentor'>

/** Who may be shown to whom by name and picture. An id alone, however somebody came by it, shows nobody. */
export function createRelationships({ db }: { db: Database }) {
  /** Had an enrollment, a booking or a conversation with each other. */
  async function had(actor: Member, otherId: string): Promise<boolean> {
    const [own, other] =
      actor.role === 'mentee' ? (['menteeId', 'mentorId'] as const) : (['mentorId', 'menteeId'] as const)
    for (const table of ['conversation', 'enrollment', 'slot'] as const) {
      const row = await db.query
        .selectFrom(table)
        .select('id')
        .where(own, '=', actor.id)
        .where(other, '=', otherId)
        .limit(1)
        .executeTakeFirst()
      if (row) return true
    }
    return false
  }

  /** Mentors are listed for everybody; mentees are seen by those they had to do with. */
  const isListedFor = async (actor: Member, personId: string): Promise<boolean> =>
    actor.role === 'mentee' &&
    (await db.query
      .selectFrom('mentorSearch')
      .select('mentorId')
      .where('mentorId', '=', personId)
      .executeTakeFirst()) !== undefined

  return {
    had,
    isListedFor,
    /** Whether the person may be shown to the caller at all. */
    canSee: async (actor: Member, personId: string): Promise<boolean> =>
      (await had(actor, personId)) || (await isListedFor(actor, personId)),
  }
}
export type Relationships = ReturnType<typeof createRelationships>
