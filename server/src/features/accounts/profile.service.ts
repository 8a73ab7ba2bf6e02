import type { MenteeProfile } from '@marga/contract/mentee-profile'
import type { MenteeAbout } from '@marga/contract/mentors'
import type { ModeratorPreferences, Preferences } from '@marga/contract/preferences'
import { texts } from '@marga/contract/texts'
import type { Actor } from '../../platform/actor.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import type { Images } from '../images/images.service.ts'
import * as queries from './accounts.queries.ts'
import type { BlockedPeople } from './blocked-people.service.ts'
import type { MailRecipients, OptionalMail } from './mail-recipients.service.ts'
import { findModeratorPreferences, findPreferences, savePreferences } from './preferences.queries.ts'
import {
  presentMenteeAbout,
  presentMenteeProfile,
  presentModeratorPreferences,
  presentPreferences,
} from './profile.presenter.ts'
import type { Relationships } from './relationships.service.ts'

export type MenteeChanges = Partial<
  Pick<
    MenteeProfile,
    'firstName' | 'lastName' | 'phone' | 'profileImageUrl' | 'about' | 'interests' | 'timeZone' | 'locale'
  >
>
export type PreferenceChanges = {
  email?: Partial<Preferences['email']> | undefined
  push?: Partial<Preferences['push']> | undefined
}

export type ModeratorPreferenceChanges = {
  email?: Partial<ModeratorPreferences['email']> | undefined
}

type Deps = {
  db: Database
  images: Pick<Images, 'replace'>
  relationships: Relationships
  blockedPeople: BlockedPeople
  recipients: Pick<MailRecipients, 'dropHeld'>
}

export function createProfiles(deps: Deps) {
  const { db } = deps
  return {
    mentee: (menteeId: string) => findMentee(deps, menteeId),
    menteeFor: (mentor: Actor<'mentor'>, menteeId: string) => findMenteeFor(deps, mentor, menteeId),
    editMentee: (menteeId: string, changes: MenteeChanges) => editMentee(deps, menteeId, changes),
    preferences: (accountId: string) => readPreferences(db.query, accountId),
    moderatorPreferences: (accountId: string) => readModeratorPreferences(db.query, accountId),
    editModeratorPreferences: (accountId: string, changes: ModeratorPreferenceChanges) =>
      editModeratorPreferences(deps, accountId, changes),
    editPreferences: (accountId: string, changes: PreferenceChanges) =>
      editPreferences(deps, accountId, changes),
  }
}
export type Profiles = ReturnType<typeof createProfiles>

async function findMentee({ db }: Deps, menteeId: string): Promise<MenteeProfile> {
  const row = await queries.findById(db.query, menteeId)
  if (!row) throw new AppError('not_found')
  return presentMenteeProfile(row)
}

/** As their mentors read it; to one with whom there is a block, or nothing at all, there is nobody. @throws AppError not_found */
async function findMenteeFor(
  { db, relationships, blockedPeople }: Deps,
  mentor: Actor<'mentor'>,
  menteeId: string,
): Promise<MenteeAbout> {
  if (
    !(await relationships.had(mentor, menteeId)) ||
    (await blockedPeople.isBlocked(db.query, { menteeId, mentorId: mentor.id }))
  )
    throw new AppError('not_found')
  const row = await queries.findById(db.query, menteeId)
  if (!row) throw new AppError('not_found')
  return presentMenteeAbout(row)
}

async function editMentee(deps: Deps, menteeId: string, changes: MenteeChanges) {
  const { db, images } = deps
  const emptied = emptiable.filter((field) => changes[field] === '')
  if (emptied.length > 0) await refuseEmptying(db.query, menteeId, emptied)
  const given = Object.fromEntries(
    Object.entries(changes).filter(
      ([field, value]) => value !== undefined && !emptied.some((one) => one === field),
    ),
  )
  if (Object.keys(given).length > 0) {
    await db.transact(async (tx) => {
      if (changes.profileImageUrl !== undefined)
        given.profileImageUrl = await images.replace(tx, menteeId, changes.profileImageUrl)
      await queries.updateProfile(tx, menteeId, given)
    })
  }
  return findMentee(deps, menteeId)
}

/** What an account by Google may lack, and sends back as it was read. */
const emptiable = ['lastName', 'phone'] as const

/** @throws AppError naming the field where something would go */
async function refuseEmptying(db: Db, menteeId: string, fields: readonly (typeof emptiable)[number][]) {
  const row = await queries.findById(db, menteeId)
  const lost = fields.find((field) => row?.[field])
  if (lost) throw invalidField(lost, texts.validation[`${lost}Required`])
}

const readPreferences = async (db: Db, accountId: string): Promise<Preferences> =>
  presentPreferences(await findPreferences(db, accountId))

const readModeratorPreferences = async (db: Db, accountId: string): Promise<ModeratorPreferences> =>
  presentModeratorPreferences(await findModeratorPreferences(db, accountId))

const editModeratorPreferences = (
  { db, recipients }: Deps,
  accountId: string,
  changes: ModeratorPreferenceChanges,
) =>
  db.transact(async (tx) => {
    await savePreferences(tx, accountId, { emailCases: changes.email?.cases })
    await recipients.dropHeld(tx, accountId, switchedOff(changes))
    return readModeratorPreferences(tx, accountId)
  })

const editPreferences = ({ db, recipients }: Deps, accountId: string, changes: PreferenceChanges) =>
  db.transact(async (tx) => {
    await savePreferences(tx, accountId, columnsOf(changes))
    await recipients.dropHeld(tx, accountId, switchedOff(changes))
    return readPreferences(tx, accountId)
  })

const switchedOff = ({ email = {} }: { email?: { [K in OptionalMail]?: boolean | undefined } | undefined }) =>
  (Object.keys(email) as OptionalMail[]).filter((kind) => email[kind] === false)

/** Of what is given alone: two switches that are pressed at once are two changes. */
const columnsOf = ({ email = {}, push = {} }: PreferenceChanges) => ({
  emailMessages: email.messages,
  emailBookings: email.bookings,
  emailReminders: email.reminders,
  emailPayments: email.payments,
  emailReviews: email.reviews,
  pushMessages: push.messages,
  pushReminders: push.reminders,
})
