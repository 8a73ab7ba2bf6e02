/**
 * How far a change of a mentor is seen, each scope holding the ones after it:
 * - `lists`: who is found, or in which order
 * - `freeLists`: who is found by when they are free, and how many are
 * - `card`: what is shown of the mentor, wherever they are shown
 * - `times`: when the mentor can be booked, of which only the first time is shown elsewhere
 */
const scopes = ['lists', 'freeLists', 'card', 'times'] as const
export type ChangeScope = (typeof scopes)[number]
export type MentorChange = { mentorId: string; scope: ChangeScope }

/** What an answer is made of, by names that changes have in common. */
export const cacheTags = {
  /** Who is found, and in which order. */
  lists: 'lists',
  /** Who is free in the coming week, of those who are not shown, too. */
  freeLists: 'freeLists',
  card: (mentorId: string) => `card:${mentorId}`,
  times: (mentorId: string) => `times:${mentorId}`,
}

/** The tags of all answers that a change may have made wrong. */
export function tagsChangedBy({ mentorId, scope }: MentorChange): string[] {
  const ofAll = { lists: cacheTags.lists, freeLists: cacheTags.freeLists } as const
  const own = { card: cacheTags.card(mentorId), times: cacheTags.times(mentorId) } as const
  const tags: Record<ChangeScope, string> = { ...ofAll, ...own }
  return scopes.slice(scopes.indexOf(scope)).map((one) => tags[one])
}

/** As it is told to other processes. */
export const payloadOf = ({ mentorId, scope }: MentorChange) => `${mentorId} ${scope}`

/** @returns undefined for several mentors; a release that says the id alone means whatever may have changed */
export function changeOf(payload: string): MentorChange | undefined {
  const [mentorId, scope] = payload.split(' ')
  return mentorId ? { mentorId, scope: scopes.find((one) => one === scope) ?? 'lists' } : undefined
}
