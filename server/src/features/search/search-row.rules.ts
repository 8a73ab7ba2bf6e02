import { documentOf, type Term } from './document.rules.ts'
import { availabilityBonusOf, baseQualityOf } from './quality.rules.ts'
import type { ListedMentor } from './search-index.queries.ts'

export const termsAndDocumentOf = (mentor: ListedMentor) =>
  documentOf({ ...mentor, rating: ratingOf(mentor) })

const ratingOf = ({ ratingSum, ratingCount }: ListedMentor) =>
  ratingCount === 0 ? null : ratingSum / ratingCount

type FreeTimes = { nextAvailableAt: Date | null; freeQuarters: string | null }

/** The row's columns, with the terms to keep beside it. */
export function searchRowOf(mentor: ListedMentor, free: FreeTimes, now: Date) {
  const baseQuality = baseQualityOf(mentor)
  return {
    ...termsAndDocumentOf(mentor),
    hourlyRate: mentor.hourlyRate,
    rating: ratingOf(mentor),
    ratingCount: mentor.ratingCount,
    baseQuality,
    quality: baseQuality + availabilityBonusOf(free.nextAvailableAt, now),
    responseMinutes: mentor.responseMedianMinutes,
    ...free,
    languages: countedLanguages(mentor.languages),
    location: mentor.location,
    listedAt: mentor.acceptedAt ?? now,
    sample: sampleOf(mentor.accountId),
  }
}

/** A row of an index holds 2,704 bytes in PostgreSQL; in mentor_search_counted the location of a profile may be 360 of them. */
const languageBytesMax = 1600

/** Those that are counted beside the filter: all, unless they are too long for the index, then the first. Each can be filtered by. */
export function countedLanguages(languages: readonly string[]): string[] {
  let bytes = 0
  return languages.filter((language) => {
    bytes += Buffer.byteLength(language)
    return bytes <= languageBytesMax
  })
}

/** One of 256 equal shares of the mentors, by the random end of the id. */
export const sampleOf = (mentorId: string) => Number.parseInt(mentorId.slice(-2), 16)

const notifyBytesMax = 7000

/** JSON of parts that fit into a notification. */
export function inParts(terms: readonly Term[]): string[] {
  const parts: Term[][] = [[]]
  let bytes = 0
  for (const term of terms) {
    const size = Buffer.byteLength(JSON.stringify(term)) + 1
    if (bytes + size > notifyBytesMax) {
      parts.push([])
      bytes = 0
    }
    parts.at(-1)!.push(term)
    bytes += size
  }
  return parts.map((part) => JSON.stringify(part))
}
