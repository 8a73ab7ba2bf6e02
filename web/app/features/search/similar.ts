import type { MentorCard } from '@marga/contract/mentor-card'
import { anyMentor } from './rules.ts'

const shownMax = 3
const skillsAsked = 3
/** Some of those who are found have the words elsewhere, and one is the mentor: more than are shown are asked for. */
const foundMax = 9

type Query = typeof anyMentor & { search: string; exact: '1'; limit: number }
type SearchMentors = (query: Query) => Promise<readonly MentorCard[]>

/** Other mentors of the same skills, those of the mentor's first skill before others, the best first. */
export async function findSimilar(
  search: SearchMentors,
  mentor: Pick<MentorCard, '_id' | 'expertise'>,
): Promise<MentorCard[]> {
  const found = new Map<string, MentorCard>()
  for (const skill of mentor.expertise.slice(0, skillsAsked)) {
    if (found.size >= shownMax) break
    const has = (other: MentorCard) =>
      other.expertise.some((one) => one.toLowerCase() === skill.toLowerCase())
    const mentors = await search({ ...anyMentor, search: skill, exact: '1', limit: foundMax })
    for (const other of mentors) if (other._id !== mentor._id && has(other)) found.set(other._id, other)
  }
  return [...found.values()].slice(0, shownMax)
}
