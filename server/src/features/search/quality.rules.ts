/** Reviews a mentor is assumed to have before the first one, at the usual mean: one five-star review is no proof. */
const priorCount = 5
const priorMean = 4.2

const weights = { rating: 0.75, completeness: 0.1 } as const

/** How much a free slot counts, by the days until it begins. */
export const availabilityBonuses = [
  { days: 2, bonus: 0.15 },
  { days: 7, bonus: 0.1 },
  { days: 14, bonus: 0.06 },
  { days: 60, bonus: 0.03 },
] as const

/**
 * 0 to 0.85: the Bayesian mean of the ratings, and how complete the profile is. A mentor without reviews stands
 * where an ordinary mean would put her: above those who are rated worse, so new mentors are not buried.
 */
export function baseQualityOf(mentor: {
  ratingSum: number
  ratingCount: number
  profileImageUrl: string | null
  shortBio: string | null
  bio: string
}): number {
  const mean = (mentor.ratingSum + priorCount * priorMean) / (mentor.ratingCount + priorCount)
  const completeness =
    [mentor.profileImageUrl, mentor.shortBio, mentor.bio.length > 300].filter(Boolean).length / 3
  return weights.rating * (mean / 5) + weights.completeness * completeness
}

/** 0 to 0.15: the sooner somebody can be met, the better. */
export function availabilityBonusOf(nextAvailableAt: Date | null, now: Date): number {
  if (!nextAvailableAt || nextAvailableAt <= now) return 0
  const days = (nextAvailableAt.getTime() - now.getTime()) / 86_400_000
  return availabilityBonuses.find((step) => days <= step.days)?.bonus ?? 0
}
