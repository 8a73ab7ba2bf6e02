import { hoursMs } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { ModeratorAlerts } from '../moderators/moderator-alerts.service.ts'
import * as queries from './mentors.queries.ts'

type Deps = { db: Database; jobs: Jobs; moderatorAlerts: ModeratorAlerts }

/** Whoever corrects one field after the other, or changes them all day long, is heard of once in so long. */
const toldAfterMs = hoursMs(1)
/** Of more changes than that the newest are kept. */
const keptMax = 20
const shownMax = 3
const shownCharacters = 150

/**
 * Mentors were vetted under a name, a title and an organisation, and may change all three: moderators hear of what they
 * changed into, also where they changed back. Needs the profile's lock.
 */
export function createChangedIdentities(deps: Deps) {
  return {
    /** Does `change`, and writes down what the mentor was before and is then, where these differ. */
    async noticing(tx: Tx, mentorId: string, change: () => Promise<void>) {
      const before = await queries.findIdentity(tx, mentorId)
      await change()
      const after = wordsOf(await queries.findIdentity(tx, mentorId))
      if (after === wordsOf(before)) return
      const changedTo = [...before.changedTo, after].slice(-keptMax)
      await queries.updateProfile(tx, mentorId, { knownAs: before.knownAs ?? wordsOf(before), changedTo })
      if (before.knownAs !== null) return
      await deps.jobs.add(tx, 'mentors:tell-changed-identity', { mentorId }, { delayMs: toldAfterMs })
    },

    /** Safe to repeat: what was told is known. */
    tell: (mentorId: string) =>
      deps.db.transact(async (tx) => {
        await queries.lockSkills(tx, mentorId)
        const { knownAs, changedTo } = await queries.findIdentity(tx, mentorId)
        if (knownAs === null) return
        await queries.updateProfile(tx, mentorId, { knownAs: null, changedTo: [] })
        const content = changeWords(knownAs, changedTo)
        await deps.moderatorAlerts.tell(tx, content, `/moderator/mentors-list/${mentorId}`)
      }),
  }
}
export type ChangedIdentities = ReturnType<typeof createChangedIdentities>

type Identity = { firstName: string; lastName: string; jobTitle: string; firmName: string }

const wordsOf = ({ firstName, lastName, jobTitle, firmName }: Identity) =>
  `${firstName} ${lastName}, ${jobTitle} at ${firmName}`

/** Their own words stand between quotation marks, of which they hold none: they cannot go on in ours. */
function quoted(words: string) {
  const characters = [...words.replaceAll(/[“”]/g, '')]
  const isLong = characters.length > shownCharacters
  return `“${characters.slice(0, shownCharacters).join('')}${isLong ? '…' : ''}”`
}

function changeWords(before: string, changedTo: readonly string[]): string {
  const between = changedTo.slice(0, -1)
  const more = between.length > shownMax ? ` and ${between.length - shownMax} more` : ''
  const then = between.length > 0 ? ` Then: ${between.slice(0, shownMax).map(quoted).join(', ')}${more}.` : ''
  const now = changedTo.at(-1) ?? before
  return `A mentor has changed name, job title or organisation. Before: ${quoted(before)}.${then} Now: ${quoted(now)}. Look whether that is so.`
}
