import { hoursMs } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { ModeratorAlerts } from '../moderators/moderator-alerts.service.ts'
import * as queries from './mentors.queries.ts'

type Deps = { db: Database; jobs: Jobs; moderatorAlerts: ModeratorAlerts }

/** Whoever corrects one field after the other, or changes them all day long, is heard of once in so long. */
const toldAfterMs = hoursMs(1)

/**
 * Mentors were vetted under a name, a title and an organisation, and may change all three: moderators hear of what they
 * changed into. Needs the profile's lock.
 */
export function createChangedIdentities(deps: Deps) {
  return {
    /** Does `change`, and writes down what the mentor was before, where it made somebody else of them. */
    async noticing(tx: Tx, mentorId: string, change: () => Promise<void>) {
      const before = await queries.findIdentity(tx, mentorId)
      await change()
      if (before.knownAs !== null) return
      const after = await queries.findIdentity(tx, mentorId)
      if (wordsOf(after) === wordsOf(before)) return
      await queries.updateProfile(tx, mentorId, { knownAs: wordsOf(before) })
      await deps.jobs.add(tx, 'mentors:tell-changed-identity', { mentorId }, { delayMs: toldAfterMs })
    },

    /** Safe to repeat: what was told is known. */
    tell: (mentorId: string) =>
      deps.db.transact(async (tx) => {
        await queries.lockSkills(tx, mentorId)
        const { knownAs, ...identity } = await queries.findIdentity(tx, mentorId)
        if (knownAs === null) return
        await queries.updateProfile(tx, mentorId, { knownAs: null })
        const now = wordsOf(identity)
        // Changed back meanwhile.
        if (now === knownAs) return
        await deps.moderatorAlerts.tell(
          tx,
          `A mentor has changed name, job title or organisation. Before: ${knownAs}. Now: ${now}. Look whether that is so.`,
          `/moderator/mentors-list/${mentorId}`,
        )
      }),
  }
}
export type ChangedIdentities = ReturnType<typeof createChangedIdentities>

type Identity = { firstName: string; lastName: string; jobTitle: string; firmName: string }

const wordsOf = ({ firstName, lastName, jobTitle, firmName }: Identity) =>
  `${firstName} ${lastName}, ${jobTitle} at ${firmName}`
