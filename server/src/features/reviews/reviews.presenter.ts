import type { Review, ReviewSummary } from '@marga/contract/reviews'
import { meanRating } from '../search/mentor-card.presenter.ts'
import type { ReviewRow } from './reviews.queries.ts'

export const presentReview = (row: ReviewRow): Review => ({
  _id: row.id,
  rating: row.rating,
  text: row.text,
  createdAt: row.createdAt.toISOString(),
  mentee: { firstName: row.firstName, profileImageUrl: row.profileImageUrl },
  reply: row.reply,
})

export function presentSummary(rows: readonly { rating: number; count: number }[]): ReviewSummary {
  const byStars = [1, 2, 3, 4, 5].map((stars) => rows.find((row) => row.rating === stars)?.count ?? 0)
  const count = byStars.reduce((sum, n) => sum + n, 0)
  const sum = byStars.reduce((total, n, index) => total + n * (index + 1), 0)
  return { rating: meanRating(sum, count), count, byStars }
}
