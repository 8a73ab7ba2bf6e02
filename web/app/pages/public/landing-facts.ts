import { api } from '@marga/contract/api'
import { groupDigits } from '@marga/contract/digit-groups'
import { limits } from '@marga/contract/limits'
import type { MentorCard } from '@marga/contract/mentor-card'
import type { Facets } from '@marga/contract/search'
import type { LandingFacts } from '../../features/landing/facts.ts'
import { commonSkills } from '../../features/search/match-rules.ts'
import { anyMentor, mentorCount } from '../../features/search/rules.ts'
import { pluralize } from '../../lib/pluralize.ts'
import type { InProcessCall } from '../../lib/server-context.ts'

const skillsShown = 12
const reviewsShown = 3
/** Of so many mentors one each is read, so that three people speak. */
const reviewsRead = 6
/** Of so many of the best rated the skills are counted, and the reviews taken. */
const mentorsRead = 60

/** By the server alone: what is counted and quoted is the same for everyone, and cached with the page. */
export async function findLandingFacts(call: InProcessCall): Promise<LandingFacts> {
  const [facets, best] = await Promise.all([
    call(api.search.facets, { query: anyMentor }),
    call(api.search.mentors, { query: { ...anyMentor, sort: 'rating', limit: mentorsRead } }),
  ])
  const mentors = best.mentorsSearchResult
  return {
    counts: countsOf(facets),
    skills: commonSkills(mentors, skillsShown),
    reviews: await findReviews(call, mentors),
  }
}

/** Large numbers are drawn from a sample, and of languages the list has the commonest. */
function countsOf({ total, available, languages, isEstimate }: Facets): string[] {
  const withTimes = `${groupDigits(available)} with a free hour this week`
  return [
    mentorCount({ total, isEstimate }),
    isEstimate ? `about ${withTimes}` : withTimes,
    languages.length < limits.facetValuesMax
      ? pluralize(languages.length, 'language')
      : `${languages.length} or more languages`,
  ]
}

/** The newest of each of the best rated, no mentee twice. */
async function findReviews(call: InProcessCall, mentors: readonly MentorCard[]) {
  const reviewed = mentors.filter(({ reviewCount }) => reviewCount > 0).slice(0, reviewsRead)
  const found = await Promise.all(
    reviewed.map(async ({ _id, firstName, lastName }) => {
      const input = { params: { mentorId: _id }, query: { limit: 1 } }
      const { reviews } = await call(api.reviews.list, input)
      return reviews.map((review) => ({ review, mentor: { id: _id, name: `${firstName} ${lastName}` } }))
    }),
  )
  const byFace = new Map<string, LandingFacts['reviews'][number]>()
  for (const one of found.flat()) {
    const { firstName, profileImageUrl } = one.review.mentee
    const face = `${firstName} ${profileImageUrl}`
    if (!byFace.has(face)) byFace.set(face, one)
  }
  return [...byFace.values()].slice(0, reviewsShown)
}
