import type { MemberRole } from '@marga/contract/roles'
import type { Random } from './random.ts'
import {
  bioSentences,
  cities,
  firms,
  firstNames,
  jobTitles,
  languages,
  lastNames,
  skills,
} from './vocabulary.ts'

const dayMs = 86_400_000

export type SeededAccount = {
  id: string
  role: MemberRole
  email: string
  firstName: string
  lastName: string
  isBlocked: boolean
  createdAtMs: number
}

export type SeededMentor = SeededAccount & {
  jobTitle: string
  firmName: string
  shortBio: string
  bio: string
  location: string
  hourlyRate: number
  expertise: string[]
  languages: string[]
  ratings: number[]
  /** Figures of answers, which a third have. */
  response: { count: number; medianMinutes: number; withinPercent: number } | null
}

/** People of the last two years, more of them lately; one in 500 is blocked. */
function account(random: Random, role: SeededAccount['role'], number: number, nowMs: number): SeededAccount {
  const createdAtMs = Math.floor(nowMs - 730 * dayMs * random.next() ** 2)
  const [firstName, lastName] = [random.skewed(firstNames), random.skewed(lastNames)]
  return {
    id: random.uuid(createdAtMs),
    role,
    email: `${role}-${number}@seed.example`,
    firstName,
    lastName,
    isBlocked: random.chance(0.002),
    createdAtMs,
  }
}

export const menteeOf = (random: Random, number: number, nowMs: number): SeededAccount =>
  account(random, 'mentee', number, nowMs)

/** A mentor with a few of the skills that many have and a few that few have; half have reviews. */
export function mentorOf(random: Random, number: number, nowMs: number): SeededMentor {
  const person = account(random, 'mentor', number, nowMs)
  const expertise = random.several(skills, 2 + random.below(6))
  const firmName = random.skewed(firms)
  const jobTitle = random.skewed(jobTitles)
  const fill = (sentence: string) =>
    sentence
      .replace('{skill}', random.one(expertise))
      .replace('{firm}', firmName)
      .replace('{years}', String(2 + random.below(20)))
  return {
    ...person,
    jobTitle,
    firmName,
    shortBio: `${jobTitle} at ${firmName}, ${expertise[0]}`,
    bio: random
      .several(bioSentences, 3 + random.below(5))
      .map(fill)
      .join(' '),
    location: random.skewed(cities),
    hourlyRate: 100 * (1 + Math.floor(80 * random.next() ** 2)),
    expertise,
    languages: random.several(languages, 1 + random.below(3)),
    ratings: random.chance(0.5) ? [] : Array.from({ length: 1 + random.below(30) }, () => ratingOf(random)),
    response: random.chance(0.33) ? responseOf(random) : null,
  }
}

/** Most within hours, a few after days. */
const responseOf = (random: Random) => ({
  count: 10 + random.below(200),
  medianMinutes: Math.floor(2000 * random.next() ** 3),
  withinPercent: 100 - Math.floor(40 * random.next() ** 2),
})

/** Most people are content. */
const ratingOf = (random: Random) => random.skewed([5, 4, 3, 2, 1])
