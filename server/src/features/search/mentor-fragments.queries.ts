import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Every accepted, unblocked mentor with what a card shows. */
export const mentorCards = (db: Db) =>
  db
    .selectFrom('mentorProfile')
    .innerJoin('account', 'account.id', 'mentorProfile.accountId')
    .leftJoin('mentorSearch', 'mentorSearch.mentorId', 'mentorProfile.accountId')
    .select([
      'account.id',
      'account.firstName',
      'account.lastName',
      'account.profileImageUrl',
      'mentorProfile.jobTitle',
      'mentorProfile.firmName',
      'mentorProfile.shortBio',
      'mentorProfile.location',
      'mentorProfile.expertise',
      'mentorProfile.hourlyRate',
      sql<number>`mentor_profile.monthly_fee`.as('monthlyFee'),
      'mentorProfile.priceId',
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
    'mentorProfile.acceptedAt',
    'account.createdAt',
  ])

export type MentorCardRow = Awaited<ReturnType<ReturnType<typeof mentorCards>['executeTakeFirstOrThrow']>>
export type MentorProfileRow = Awaited<
  ReturnType<ReturnType<typeof mentorProfiles>['executeTakeFirstOrThrow']>
>
