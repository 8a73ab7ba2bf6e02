import type { MenteeProfile } from '@marga/contract/mentee-profile'
import type { MenteeAbout } from '@marga/contract/mentors'
import type { ModeratorPreferences, Preferences } from '@marga/contract/preferences'
import type { Actor } from '../../platform/actor.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Images } from '../images/images.service.ts'
import { presentPerson } from './accounts.presenter.ts'
import * as queries from './accounts.queries.ts'
import type { BlockedPeople } from './blocked-people.service.ts'
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
}

export function createProfiles({ db, images, relationships, blockedPeople }: Deps) {
  async function mentee(menteeId: string): Promise<MenteeProfile> {
    const row = await queries.findById(db.query, menteeId)
    if (!row) throw new AppError('not_found')
    return {
      _id: row.id,
      firstName: row.firstName,
      lastName: row.lastName,
      email: row.email,
      phone: row.phone ?? '',
      profileImageUrl: row.profileImageUrl,
      about: row.about ?? '',
      interests: row.interests,
      timeZone: row.timeZone,
      locale: row.locale,
      isEmailVerified: row.isEmailVerified,
      createdAt: row.createdAt.toISOString(),
    }
  }

  return {
    mentee,

    /** As their mentors read it; to one with whom there is a block, or nothing at all, there is nobody. @throws AppError not_found */
    async menteeFor(mentor: Actor<'mentor'>, menteeId: string): Promise<MenteeAbout> {
      if (
        !(await relationships.had(mentor, menteeId)) ||
        (await blockedPeople.isBlocked(db.query, { menteeId, mentorId: mentor.id }))
      )
        throw new AppError('not_found')
      const row = await queries.findById(db.query, menteeId)
      if (!row) throw new AppError('not_found')
      return { ...presentPerson(row), about: row.about ?? '', interests: row.interests }
    },

    async editMentee(menteeId: string, changes: MenteeChanges) {
      const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
      if (Object.keys(given).length > 0) {
        await db.transact(async (tx) => {
          if (changes.profileImageUrl !== undefined)
            given.profileImageUrl = await images.replace(tx, menteeId, changes.profileImageUrl)
          await tx.updateTable('account').set(given).where('id', '=', menteeId).execute()
        })
      }
      return mentee(menteeId)
    },

    preferences: (accountId: string) => readPreferences(db.query, accountId),

    moderatorPreferences: (accountId: string) => readModeratorPreferences(db.query, accountId),

    editModeratorPreferences: (accountId: string, changes: ModeratorPreferenceChanges) =>
      db.transact(async (tx) => {
        const present = await readModeratorPreferences(tx, accountId)
        const row = { emailCases: changes.email?.cases ?? present.email.cases }
        await tx
          .insertInto('preference')
          .values({ accountId, ...row })
          .onConflict((conflict) => conflict.column('accountId').doUpdateSet(row))
          .execute()
        return readModeratorPreferences(tx, accountId)
      }),

    async editPreferences(accountId: string, changes: PreferenceChanges) {
      return db.transact(async (tx) => {
        const present = await readPreferences(tx, accountId)
        const row = toRow({
          email: { ...present.email, ...changes.email },
          push: { ...present.push, ...changes.push },
        })
        await tx
          .insertInto('preference')
          .values({ accountId, ...row })
          .onConflict((conflict) => conflict.column('accountId').doUpdateSet(row))
          .execute()
        return readPreferences(tx, accountId)
      })
    },
  }
}
export type Profiles = ReturnType<typeof createProfiles>

async function readModeratorPreferences(db: Db, accountId: string): Promise<ModeratorPreferences> {
  const row = await db
    .selectFrom('preference')
    .select('emailCases')
    .where('accountId', '=', accountId)
    .executeTakeFirst()
  return { email: { cases: row?.emailCases ?? true } }
}

const defaults: Preferences = {
  email: { messages: true, bookings: true, reminders: true, payments: true, reviews: true },
  push: { messages: false, reminders: false },
}

async function readPreferences(db: Db, accountId: string): Promise<Preferences> {
  const row = await db
    .selectFrom('preference')
    .selectAll()
    .where('accountId', '=', accountId)
    .executeTakeFirst()
  if (!row) return defaults
  return {
    email: {
      messages: row.emailMessages,
      bookings: row.emailBookings,
      reminders: row.emailReminders,
      payments: row.emailPayments,
      reviews: row.emailReviews,
    },
    push: { messages: row.pushMessages, reminders: row.pushReminders },
  }
}

const toRow = ({ email, push }: Preferences) => ({
  emailMessages: email.messages,
  emailBookings: email.bookings,
  emailReminders: email.reminders,
  emailPayments: email.payments,
  emailReviews: email.reviews,
  pushMessages: push.messages,
  pushReminders: push.reminders,
})
