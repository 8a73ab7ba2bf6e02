import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import {
  placesTaken,
  placesTakenText,
  waitingForPlace,
  waitingForPlaceText,
} from '../places/place-fragments.queries.ts'
import { dayBackText } from './vacation-fragments.queries.ts'

/** The day back of a mentor who is on vacation; of two under way, in days of two zones, after the later one. */
const backOnText = dayBackText({
  ahead: 'ahead.mentor_id = account.id',
  day: `(select max(last_day) from vacation as present where present.mentor_id = account.id
    and present.starts_at <= product_now() and present.ends_at > product_now())`,
})
const backOn = sql.raw<string | null>(backOnText)

/** The same of places and vacations for a statement that is written as text, with `account` in it. */
export const availabilityColumns = `limited.capacity,
  case when limited.capacity is not null then ${placesTakenText('account.id')} end as "placesTaken",
  case when limited.capacity is not null then ${waitingForPlaceText('account.id')} end as waiting,
  ${backOnText} as "backOn"`
export const availabilityJoin = 'left join availability as limited on limited.mentor_id = account.id'

/** Every accepted, unblocked mentor with what a card shows. */
export const mentorCards = (db: Db) =>
  db
    .selectFrom('mentorProfile')
    .innerJoin('account', 'account.id', 'mentorProfile.accountId')
    .leftJoin('mentorSearch', 'mentorSearch.mentorId', 'mentorProfile.accountId')
    .leftJoin('availability', 'availability.mentorId', 'mentorProfile.accountId')
    .select([
      'account.id',
      'account.firstName',
      'account.lastName',
      'account.profileImageUrl',
      'availability.capacity',
      sql<
        number | null
      >`case when availability.capacity is not null then ${placesTaken('account.id')} end`.as('placesTaken'),
      sql<
        number | null
      >`case when availability.capacity is not null then ${waitingForPlace('account.id')} end`.as('waiting'),
      backOn.as('backOn'),
      'mentorProfile.jobTitle',
      'mentorProfile.firmName',
      'mentorProfile.shortBio',
      'mentorProfile.location',
      'mentorProfile.expertise',
      'mentorProfile.hourlyRate',
      sql<number>`mentor_profile.monthly_fee`.as('monthlyFee'),
      // Nobody new can subscribe to whoever is restricted.
      sql<string | null>`case when account.is_restricted then null else mentor_profile.price_id end`.as(
        'priceId',
      ),
      'mentorProfile.ratingSum',
      'mentorProfile.ratingCount',
      'mentorProfile.responseCount',
      'mentorProfile.responseMedianMinutes',
      'mentorProfile.responseWithinPercent',
      'mentorSearch.nextAvailableAt',
    ])

export const mentorProfiles = (db: Db) =>
  mentorCards(db).select([
    'account.email',
    'account.isEmailVerified',
    'account.phone',
    'account.locale',
    'account.timeZone',
    'account.isBlocked',
    'mentorProfile.status',
    'mentorProfile.bio',
    'mentorProfile.educationalQualification',
    'mentorProfile.website',
    'mentorProfile.twitterUrl',
    'mentorProfile.linkedInUrl',
    'mentorProfile.languages',
    'mentorProfile.workingSince',
    'mentorProfile.acceptedAt',
    'account.createdAt',
  ])

export type MentorCardRow = Awaited<ReturnType<ReturnType<typeof mentorCards>['executeTakeFirstOrThrow']>>
export type MentorProfileRow = Awaited<
  ReturnType<ReturnType<typeof mentorProfiles>['executeTakeFirstOrThrow']>
>
