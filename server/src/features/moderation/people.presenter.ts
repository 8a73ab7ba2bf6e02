import type { ListedMentee, ListedMentor } from '@marga/contract/moderation'
import { meanRating } from '../search/mentor-card.presenter.ts'

export type AccountRow = Omit<ListedMentee, '_id' | 'createdAt' | 'suspendedUntil'> & {
  id: string
  createdAt: Date
  suspendedUntil: Date | null
}

type MentorRow = AccountRow & {
  jobTitle: string
  firmName: string
  ratingSum: number
  ratingCount: number
  subscribers: number
}

export const presentListedMentee = (row: AccountRow): ListedMentee => ({
  _id: row.id,
  firstName: row.firstName,
  lastName: row.lastName,
  email: row.email,
  phone: row.phone,
  profileImageUrl: row.profileImageUrl,
  isBlocked: row.isBlocked,
  suspendedUntil: row.suspendedUntil?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
})

export const presentListedMentor = (row: MentorRow): ListedMentor => ({
  ...presentListedMentee(row),
  jobTitle: row.jobTitle,
  firmName: row.firmName,
  rating: meanRating(row.ratingSum, row.ratingCount),
  reviewCount: row.ratingCount,
  subscribers: row.subscribers,
})
