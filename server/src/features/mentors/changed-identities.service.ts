import { hoursMs } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { ModeratorAlerts } from '../moderators/moderator-alerts.service.ts'
import * as queries from './mentors.queries.ts'

type Deps = { db: Database; jobs: Jobs; moderatorAlerts: ModeratorAlerts }

/** Whoever corrects one field after the other is heard of once in so long. */
const toldAfterHours = 1
/** In that time: no more than one notice can say. */
const changesMax = 4
/** Of each, so that the notice stays below the thousand that one may have. */
const shownCharacters = { name: 40, jobTitle: 55, firmName: 55 }

/**
 * Mentors were vetted under a name, a title and an organisation, and may change all three: moderators hear of all that
 * they changed into, also where they changed back. Needs the profile's lock.
 */
export function createChangedIdentities(deps: Deps) {
  return {
    /**
     * Does `change`, and writes down who the mentor was before and is then, where these differ.
     * @throws AppError rate_limited
     */
    async noticing(tx: Tx, mentorId: string, change: () => Promise<void>) {
      const before = await queries.findIdentity(tx, mentorId)
      await change()
      const after = await queries.findIdentity(tx, mentorId)
      if (isSame(before, after)) return
      if (before.changedTo.length >= changesMax)
        throw new AppError('rate_limited', {
          message:
            'You have changed your name, job title or organisation several times. Please try again in an hour.',
          retryAfterSeconds: toldAfterHours * 3600,
        })
      const changedTo = [...before.changedTo, wordsOf(after)]
      await queries.updateProfile(tx, mentorId, { knownAs: before.knownAs ?? wordsOf(before), changedTo })
      if (before.knownAs !== null) return
      const delayMs = hoursMs(toldAfterHours)
      await deps.jobs.add(tx, 'mentors:tell-changed-identity', { mentorId }, { delayMs })
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

const isSame = (before: Identity, after: Identity): boolean =>
  (['firstName', 'lastName', 'jobTitle', 'firmName'] as const).every(
    (field) => before[field] === after[field],
  )

/** A mentor's own words stand between quotation marks, of which they keep none: they cannot go on in ours. */
function shortened(words: string, max: number): string {
  const characters = [...words.replaceAll(/["“”„″]/g, '').replaceAll(/\s+/g, ' ')]
  return characters.length > max ? `${characters.slice(0, max).join('')}…` : characters.join('')
}

const wordsOf = ({ firstName, lastName, jobTitle, firmName }: Identity): string =>
  `“${shortened(`${firstName} ${lastName}`, shownCharacters.name)}, ${shortened(jobTitle, shownCharacters.jobTitle)} at ${shortened(firmName, shownCharacters.firmName)}”`

function changeWords(before: string, changedTo: readonly string[]): string {
  const between = changedTo.slice(0, -1)
  const then = between.length > 0 ? ` Then: ${between.join(', ')}.` : ''
  const now = changedTo.at(-1) ?? before
  return `A mentor has changed name, job title or organisation. Before: ${before}.${then} Now: ${now}. Look whether that is so.`
}
