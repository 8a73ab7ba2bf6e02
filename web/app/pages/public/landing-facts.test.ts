import { api } from '@marga/contract/api'
import type { EndpointSpec } from '@marga/contract/endpoint'
import { limits } from '@marga/contract/limits'
import { expect, it } from 'vitest'
import type { InProcessCall } from '../../lib/server-context.ts'
import { mentorCardOf } from '../../testing/mentor-samples.ts'
import { findLandingFacts } from './landing-facts.ts'

const mentor = (id: string, reviewCount: number, expertise: string[]) =>
  mentorCardOf({ _id: id, firstName: id, lastName: 'Rao', reviewCount, expertise })
const mentors = [
  mentor('new', 0, ['SQL']),
  mentor('first', 3, ['SQL', 'Go']),
  mentor('second', 1, ['SQL']),
  mentor('third', 2, ['Go']),
  mentor('fourth', 9, ['Rust']),
]

it('counts and quotes what the installation has: three reviews of three mentees, skills by how many teach them', async () => {
  const asked: string[] = []
  const call = (async (endpoint: EndpointSpec, input: { params?: { mentorId: string } }) => {
    asked.push(endpoint.path)
    if (endpoint === api.search.facets) return { total: 5, available: 4, languages: [{}, {}] }
    if (endpoint === api.search.mentors) return { mentorsSearchResult: mentors }
    const { mentorId } = input.params!
    const firstName = mentorId === 'second' ? 'first' : mentorId
    return { reviews: [{ _id: `of ${mentorId}`, mentee: { firstName, profileImageUrl: null } }] }
  }) as unknown as InProcessCall
  const facts = await findLandingFacts(call)
  expect(facts).toMatchObject({
    counts: ['5 mentors', '4 with a free hour this week', '2 languages'],
    skills: ['SQL', 'Go', 'Rust'],
  })
  expect(facts.reviews.map(({ review, mentor: { name } }) => [review._id, name])).toEqual([
    ['of first', 'first Rao'],
    ['of third', 'third Rao'],
    ['of fourth', 'fourth Rao'],
  ])
  expect(asked).toHaveLength(6)
})

it('says about of what is drawn from a sample, and or more of languages at the length of their list', async () => {
  const languages = Array.from({ length: limits.facetValuesMax }, () => ({}))
  const call = (async (endpoint: EndpointSpec) =>
    endpoint === api.search.facets
      ? { total: 410_000, available: 3000, languages, isEstimate: true }
      : { mentorsSearchResult: [] }) as unknown as InProcessCall
  expect((await findLandingFacts(call)).counts).toEqual([
    'About 4,10,000 mentors',
    'about 3,000 with a free hour this week',
    '12 or more languages',
  ])
})
