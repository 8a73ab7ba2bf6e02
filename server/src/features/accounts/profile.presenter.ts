import type { MenteeProfile } from '@marga/contract/mentee-profile'
import type { MenteeAbout } from '@marga/contract/mentors'
import type { ModeratorPreferences, Preferences } from '@marga/contract/preferences'
import type { Selectable } from 'kysely'
import type { Account, Preference } from '../../platform/db/types.generated.ts'
import { presentPerson } from './accounts.presenter.ts'

/** As the mentee reads it. */
export const presentMenteeProfile = (row: Selectable<Account>): MenteeProfile => ({
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
})

/** As their mentors read it. */
export const presentMenteeAbout = (row: Selectable<Account>): MenteeAbout => ({
  ...presentPerson(row),
  about: row.about ?? '',
  interests: row.interests,
})

const defaults: Preferences = {
  email: { messages: true, bookings: true, reminders: true, payments: true, reviews: true },
  push: { messages: false, reminders: false },
}

export function presentPreferences(row: Selectable<Preference> | undefined): Preferences {
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

export const presentModeratorPreferences = (
  row: Pick<Selectable<Preference>, 'emailCases'> | undefined,
): ModeratorPreferences => ({ email: { cases: row?.emailCases ?? true } })
