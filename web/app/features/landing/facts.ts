import type { Review } from '@marga/contract/reviews'

/** What the landing page tells of this installation: counted and quoted, never made up. */
export type LandingFacts = {
  mentors: number
  /** Of whom so many have a time this week. */
  availableThisWeek: number
  languages: number
  /** What most mentors teach, most of them first. */
  skills: string[]
  reviews: { review: Review; mentor: { id: string; name: string } }[]
}
