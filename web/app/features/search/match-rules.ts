import type { MentorCard } from '@marga/contract/mentor-card'

/** One mentor for each list in turn, none twice, up to so many: everyone's first interest comes first. */
export function pickMatches<T extends Pick<MentorCard, '_id'>>(
  lists: readonly (readonly T[])[],
  max: number,
): T[] {
  const picked = new Map<string, T>()
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  for (let rank = 0; rank < longest; rank++)
    for (const list of lists) {
      const fresh = list.slice(rank).find(({ _id }) => !picked.has(_id))
      if (fresh && picked.size < max) picked.set(fresh._id, fresh)
    }
  return [...picked.values()]
}

/** The skills that several mentors have, most of them first. */
export function commonSkills(mentors: readonly Pick<MentorCard, 'expertise'>[], max: number): string[] {
  const counts = new Map<string, number>()
  for (const skill of mentors.flatMap(({ expertise }) => expertise))
    counts.set(skill, (counts.get(skill) ?? 0) + 1)
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, max)
    .map(([skill]) => skill)
}
