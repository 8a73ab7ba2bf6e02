import { creativeCareersReviews } from './reviews-creative-careers.ts'
import { dataReviews } from './reviews-data.ts'
import { demoMentorReviews } from './reviews-demo-mentor.ts'
import { financeFoundersReviews } from './reviews-finance-founders.ts'
import { machineLearningReviews } from './reviews-machine-learning.ts'
import { marketingSalesReviews } from './reviews-marketing-sales.ts'
import { mobileQaReviews } from './reviews-mobile-qa.ts'
import { operationsReviews } from './reviews-operations.ts'
import { productDesignReviews } from './reviews-product-design.ts'
import { publicLifeReviews } from './reviews-public-life.ts'
import { scienceReviews } from './reviews-science.ts'
import { systemsReviews } from './reviews-systems.ts'
import { webReviews } from './reviews-web.ts'
import type { DemoReview, ReviewDraft, ReviewDrafts } from './types.ts'

const drafts: ReviewDrafts = {
  ...demoMentorReviews,
  ...webReviews,
  ...systemsReviews,
  ...mobileQaReviews,
  ...operationsReviews,
  ...dataReviews,
  ...machineLearningReviews,
  ...productDesignReviews,
  ...marketingSalesReviews,
  ...financeFoundersReviews,
  ...publicLifeReviews,
  ...scienceReviews,
  ...creativeCareersReviews,
}

export const demoReviews: readonly DemoReview[] = Object.entries(drafts).flatMap(([mentorKey, reviews]) =>
  reviews.map((draft) => complete(mentorKey, draft)),
)

function complete(mentorKey: string, { by, rating, daysAgo, text, reply }: ReviewDraft): DemoReview {
  return {
    mentorKey,
    menteeKey: by,
    rating,
    daysAgo,
    text,
    reply: reply ? { text: reply, daysAgo: replied(daysAgo) } : null,
  }
}

/** Mentors answer after two days or so, never before the review and never in the future. */
function replied(reviewedDaysAgo: number) {
  return Math.max(0, reviewedDaysAgo - 1 - (reviewedDaysAgo % 3))
}
