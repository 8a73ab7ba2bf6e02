import type { Review } from '@marga/contract/reviews'

/** What the landing page tells of this installation: counted and quoted, never made up. */
export type LandingFacts = {
  /** How many mentors, how many of them with a time this week, how many languages; in words. */
  counts: string[]
  /** What most mentors teach, most of them first. */
  skills: string[]
  reviews: { review: Review; mentor: { id: string; name: string } }[]
}
