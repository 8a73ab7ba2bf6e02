import type { OwnMentorProfile } from '@marga/contract/mentors'
import { after, type Clock, hoursMs } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { FeedRequests } from '../availability/feed-requests.service.ts'
import type { MentorPrices } from '../enrollments/mentor-prices.service.ts'
import type { Images } from '../images/images.service.ts'
import type { Places } from '../places/places.service.ts'
import { presentMentor, presentOwnMentor } from '../search/mentor-card.presenter.ts'
import type { SearchIndex } from '../search/search-index.service.ts'
import type { ChangedIdentities } from './changed-identities.service.ts'
import * as queries from './mentors.queries.ts'
import { withoutSkill, withSkills } from './skills.rules.ts'

type Deps = {
  db: Database
  /** For what anybody may see. */
  clock: Clock
  images: Pick<Images, 'replace'>
  mentorPrices: MentorPrices
  searchIndex: SearchIndex
  feedRequests: FeedRequests
  places: Pick<Places, 'takenFor'>
  changedIdentities: ChangedIdentities
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
    | 'workingSince'
    | 'timeZone'
    | 'locale'
    | 'location'
    | 'website'
    | 'twitterUrl'
    | 'linkedInUrl'
  >
>

/** Mentors' profiles, and the skills that they are found by. */
export function createMentors(deps: Deps) {
  return {
    /** @param menteeId who looks at it */
    profile: (mentorId: string, menteeId?: string) => findProfile(deps, mentorId, menteeId),
    ownProfile: (mentorId: string) => findOwnProfile(deps, mentorId),
    editProfile: (mentorId: string, changes: ProfileChanges) => editProfile(deps, mentorId, changes),
    addSkills: (mentorId: string, added: string[]) =>
      changeSkills(deps, mentorId, (present) => withSkills(present, added)),
    removeSkill: (mentorId: string, skill: string) =>
      changeSkills(deps, mentorId, (present) => withoutSkill(present, skill)),
  }
}
export type Mentors = ReturnType<typeof createMentors>

/** @throws AppError not_found for the unknown, the not accepted and the blocked alike */
async function findProfile({ db, clock, places }: Deps, mentorId: string, menteeId?: string) {
  const found = await queries.findListedProfile(db.query, mentorId)
  if (!found) throw new AppError('not_found')
  const { capacity, placesTaken } = found
  const isFull = capacity !== null && placesTaken !== null && placesTaken >= capacity
  const taken = isFull && menteeId ? await places.takenFor(db.query, { mentorId, menteeId }) : placesTaken
  return presentMentor({ ...found, placesTaken: taken }, clock.now())
}

async function findOwnProfile({ db, clock }: Deps, mentorId: string) {
  const found = await queries.findProfile(db.query, mentorId)
  if (!found) throw new AppError('not_found')
  return presentOwnMentor(found, clock.now())
}

async function editProfile(deps: Deps, mentorId: string, changes: ProfileChanges) {
  const { db, clock, images, mentorPrices, searchIndex, feedRequests, changedIdentities } = deps
  requirePastYear(changes.workingSince, clock.now())
  return db.transact(async (tx) => {
    await queries.lockSkills(tx, mentorId)
    const { profileImageUrl } = changes
    const picture =
      profileImageUrl === undefined
        ? {}
        : { profileImageUrl: await images.replace(tx, mentorId, profileImageUrl) }
    const earlierZone = await queries.findTimeZone(tx, mentorId)
    await changedIdentities.noticing(tx, mentorId, () =>
      saveChanges(tx, mentorId, { ...changes, ...picture }),
    )
    // Without weekly hours the account's zone is the one by which whole days and floating times are read.
    if (changes.timeZone !== undefined && changes.timeZone !== earlierZone)
      await feedRequests.anew(tx, mentorId)
    await mentorPrices.ensure(tx, mentorId)
    await searchIndex.refresh(tx, mentorId)
    return presentOwnMentor((await queries.findProfile(tx, mentorId))!, clock.now())
  })
}

/** Where the earliest clocks are it is the new year 14 hours before UTC. */
const earliestClockHours = 14

function requirePastYear(year: number | null | undefined, now: Date) {
  if (year && year > after(now, hoursMs(earliestClockHours)).getUTCFullYear())
    throw new AppError('invalid_request', { fields: { workingSince: 'This year has not come yet.' } })
}

async function changeSkills(
  { db, searchIndex }: Deps,
  mentorId: string,
  change: (present: string[]) => string[],
) {
  return db.transact(async (tx) => {
    const expertise = change(await queries.lockSkills(tx, mentorId))
    await queries.setSkills(tx, mentorId, expertise)
    await searchIndex.refresh(tx, mentorId)
    return expertise
  })
}

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
  'workingSince',
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
    await queries.updateMentorAccount(tx, mentorId, account)
  }
  if (Object.keys(profile).length > 0) {
    await queries.updateProfile(tx, mentorId, profile)
  }
}
