import { api } from '@marga/contract/api'
import type { EndpointInput, EndpointSpec, ResponseOf } from '@marga/contract/endpoint'
import { cacheTags } from './features/search/mentor-changes.rules.ts'
import type { TagsOf } from './http/cached-responses.ts'

/** What a search answers: made of the mentors alone, so that what is told of them drops all that it makes wrong. */
export const cachedEndpoints: ReadonlySet<EndpointSpec> = new Set([
  api.search.mentors,
  api.search.facets,
  api.search.suggestions,
])

const { lists, freeLists, card, times } = cacheTags

/** The pages bring the contract along in their own build: an endpoint is the same by its name, not as an object. */
const nameOf = ({ method, path }: EndpointSpec) => `${method} ${path}`

/** What each public answer is made of; docs/decisions/021-response-tags.md says why. */
const tagsByEndpoint = new Map([
  tagged(api.search.mentors, ({ query }, { mentorsSearchResult }) => [
    lists,
    // Who is not among them may come in when they become free.
    ...(query?.available || query?.timeOfDay ? [freeLists] : []),
    ...mentorsSearchResult.map(({ _id }) => card(_id)),
  ]),
  tagged(api.search.facets, () => [lists, freeLists]),
  tagged(api.search.suggestions, () => [lists]),
  tagged(api.search.availability, ({ params }) => [times(params.mentorId.toLowerCase())]),
  tagged(api.mentors.profile, (_, { mentorData }) => [card(mentorData._id)]),
  tagged(api.reviews.list, ({ params }) => [card(params.mentorId.toLowerCase())]),
  // Of the installation, which does not change while it runs.
  tagged(api.installation.config, () => []),
  tagged(api.sitePages.read, () => []),
])

function tagged<E extends EndpointSpec>(
  endpoint: E,
  tagsOf: (input: EndpointInput<E>, answer: ResponseOf<E>) => readonly string[],
) {
  const untyped: TagsOf = (_, input, answer) => tagsOf(input as EndpointInput<E>, answer as ResponseOf<E>)
  return [nameOf(endpoint), untyped] as const
}

export const tagsOfAnswer: TagsOf = (endpoint, input, answer) =>
  tagsByEndpoint.get(nameOf(endpoint))?.(endpoint, input, answer)
