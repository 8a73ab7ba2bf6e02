import type { MentorCard } from '@marga/contract/mentor-card'
import type { Mentor, OwnMentorProfile } from '@marga/contract/mentors'
import type { MentorCardRow, MentorProfileRow } from './mentor-fragments.queries.ts'

export type { MentorCardRow }

/** Mean to one decimal, or null without a review. */
export const meanRating = (sum: number, count: number) =>
  count === 0 ? null : Math.round((sum / count) * 10) / 10

export const presentMentorCard = (row: MentorCardRow, now: Date): MentorCard => ({
  _id: row.id,
  firstName: row.firstName,
  lastName: row.lastName,
  jobTitle: row.jobTitle,
  firmName: row.firmName,
  shortBio: row.shortBio,
  location: row.location,
  expertise: row.expertise,
  hourlyRate: row.hourlyRate,
  monthlyFee: row.monthlyFee,
  profileImageUrl: row.profileImageUrl,
  stripePriceId: row.priceId,
  rating: meanRating(row.ratingSum, row.ratingCount),
  reviewCount: row.ratingCount,
  nextAvailableAt:
    row.nextAvailableAt && row.nextAvailableAt > now ? row.nextAvailableAt.toISOString() : null,
  response: responseOf(row),
  capacity: capacityOf(row),
  isOnVacation: row.backOn !== null,
  backOn: row.backOn,
})

const capacityOf = ({ capacity, placesTaken, waiting }: MentorCardRow): MentorCard['capacity'] => {
  if (capacity === null) return { isFull: false, placesLeft: null, waiting: 0 }
  const placesLeft = Math.max(0, capacity - (placesTaken ?? 0))
  return { isFull: placesLeft === 0, placesLeft, waiting: waiting ?? 0 }
}

const responseOf = ({
  responseCount: count,
  responseMedianMinutes: medianMinutes,
  responseWithinPercent: within24hPercent,
}: MentorCardRow): MentorCard['response'] =>
  count === null || medianMinutes === null || within24hPercent === null
    ? null
    : { medianMinutes, within24hPercent, count }

export const presentMentor = (row: MentorProfileRow, now: Date): Mentor => ({
  ...presentMentorCard(row, now),
  bio: row.bio,
  educationalQualification: row.educationalQualification,
  website: row.website,
  twitterUrl: row.twitterUrl,
  linkedInUrl: row.linkedInUrl,
  languages: row.languages,
  workingSince: row.workingSince,
  yearsOfExperience: row.workingSince === null ? null : Math.max(0, now.getUTCFullYear() - row.workingSince),
  timeZone: row.timeZone ?? 'Asia/Kolkata',
  memberSince: (row.acceptedAt ?? row.createdAt).toISOString(),
})

export const presentOwnMentor = (row: MentorProfileRow, now: Date): OwnMentorProfile => ({
  ...presentMentor(row, now),
  email: row.email,
  isEmailVerified: row.isEmailVerified,
  phone: row.phone ?? '',
  locale: row.locale,
  isTimeZoneChosen: row.timeZone !== null,
})
