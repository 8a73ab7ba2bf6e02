import { limits } from '@marga/contract/limits'
import type { OwnMentorProfile } from '@marga/contract/mentors'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import type { MentorPrices } from '../enrollments/mentor-prices.service.ts'
import type { Images } from '../images/images.service.ts'
import { presentMentor, presentOwnMentor } from '../search/mentor-card.presenter.ts'
import type { SearchIndex } from '../search/search-index.service.ts'
import * as queries from './mentors.queries.ts'

type Deps = {
  db: Database
  /** For what anybody may see. */
  clock: Clock
  images: Pick<Images, 'replace'>
  mentorPrices: MentorPrices
  searchIndex: SearchIndex
}

export type ProfileChanges = Partial<
  Pick<
    OwnMentorProfile,
    | 'firstName'
    | 'lastName'
    | 'phone'
    | 'jobTitle'
    | 'firmName'
    | 'bio'
    | 'educationalQualification'
    | 'hourlyRate'
    | 'expertise'
    | 'monthlyFee'
    | 'shortBio'
    | 'profileImageUrl'
    | 'languages'
    | 'timeZone'
    | 'locale'
  >
> & {
  location?: string | undefined
  website?: string | undefined
  twitterUrl?: string | undefined
  linkedInUrl?: string | undefined
}

export function createMentors({ db, clock, images, mentorPrices, searchIndex }: Deps) {
  const lower = (text: string) => text.toLowerCase()

  async function changeSkills(mentorId: string, change: (present: string[]) => string[]) {
    return db.transact(async (tx) => {
      const expertise = change(await queries.lockSkills(tx, mentorId))
      await queries.setSkills(tx, mentorId, expertise)
      await searchIndex.refresh(tx, mentorId)
      return expertise
    })
  }

  return {
    /** @throws AppError not_found for the unknown, the not accepted and the blocked alike */
    async profile(mentorId: string) {
      const found = await queries.findListedProfile(db.query, mentorId)
      if (!found) throw new AppError('not_found')
      return presentMentor(found, clock.now())
    },

    async ownProfile(mentorId: string) {
      const found = await queries.findProfile(db.query, mentorId)
      if (!found) throw new AppError('not_found')
      return presentOwnMentor(found, clock.now())
    },

    async editProfile(mentorId: string, changes: ProfileChanges) {
      return db.transact(async (tx) => {
        await queries.lockSkills(tx, mentorId)
        const { profileImageUrl } = changes
        const picture =
          profileImageUrl === undefined
            ? {}
            : { profileImageUrl: await images.replace(tx, mentorId, profileImageUrl) }
        await saveChanges(tx, mentorId, { ...changes, ...picture })
        await mentorPrices.ensure(tx, mentorId)
        await searchIndex.refresh(tx, mentorId)
        return presentOwnMentor((await queries.findProfile(tx, mentorId))!, clock.now())
      })
    },

    /** @throws AppError already_exists when all of them are there, invalid_request past 30 */
    addSkills: (mentorId: string, added: string[]) =>
      changeSkills(mentorId, (present) => {
        const known = new Set(present.map(lower))
        const fresh = added.filter((skill) => !known.has(lower(skill)))
        if (fresh.length === 0)
          throw new AppError('already_exists', { message: 'You have this skill already.' })
        if (present.length + fresh.length > limits.skillsMax) {
          throw invalidField('newSkills', `At most ${limits.skillsMax} skills.`)
        }
        return [...present, ...fresh]
      }),

    /** @throws AppError not_found; the last skill cannot go */
    removeSkill: (mentorId: string, skill: string) =>
      changeSkills(mentorId, (present) => {
        const rest = present.filter((name) => lower(name) !== lower(skill))
        if (rest.length === present.length) throw new AppError('not_found')
        if (rest.length === 0) throw invalidField('skill', 'Keep at least one skill.')
        return rest
      }),
  }
}
export type Mentors = ReturnType<typeof createMentors>

const accountFields = ['firstName', 'lastName', 'phone', 'profileImageUrl', 'timeZone', 'locale'] as const
const profileFields = [
  'jobTitle',
  'firmName',
  'shortBio',
  'bio',
  'location',
  'educationalQualification',
  'hourlyRate',
  'expertise',
  'languages',
  'website',
  'twitterUrl',
  'linkedInUrl',
] as const

/** Empty text in an optional field means that there is none. */
const blankIsNull = (value: unknown) => (value === '' ? null : value)

async function saveChanges(tx: Tx, mentorId: string, changes: ProfileChanges) {
  const pick = (fields: readonly (keyof ProfileChanges)[]) =>
    Object.fromEntries(
      fields
        .filter((field) => changes[field] !== undefined)
        .map((field) => [field, blankIsNull(changes[field])]),
    )
  const account = pick(accountFields)
  const profile = pick(profileFields)
  if (changes.monthlyFee !== undefined) profile.monthlyFeeSet = changes.monthlyFee
  if (Object.keys(account).length > 0) {
    await tx.updateTable('account').set(account).where('id', '=', mentorId).execute()
  }
  if (Object.keys(profile).length > 0) {
    await tx.updateTable('mentorProfile').set(profile).where('accountId', '=', mentorId).execute()
  }
}
